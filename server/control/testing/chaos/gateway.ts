import { io as connect, type Socket } from 'socket.io-client'
import type { LinkToGateway, LinkToServer, OrderFrame, OrderTaken } from '../../../../contract/gateway.ts'
import { createOrderBook, type OrderBook, type OrderMemory } from '../../../../telemetry/simulator/order-book.ts'
import { pick } from '../../../../telemetry/simulator/random.ts'

/** A real movement, and the order that caused it. */
export interface Movement {
  readonly hardwareId: string
  readonly order: string
  readonly action: 'open' | 'close'
  readonly at: number
  /** The time of its report, once the portal has stored it. */
  toldAt: number | null
}
/** When a door really opened or closed. */
export interface Stood {
  readonly hardwareId: string
  readonly open: boolean
  readonly at: number
}

export interface ChaosGateway {
  /** Orders that it began to carry out, once per start, whatever the result. */
  readonly begun: readonly { readonly order: string; readonly at: number }[]
  readonly movements: readonly Movement[]
  readonly stood: readonly Stood[]
  /** Frames that arrived; duplicates count once. */
  readonly tape: readonly OrderFrame[]
  readonly isOpen: (hardwareId: string) => boolean
  /** Drops the connection; it reconnects. */
  flap(): void
  /** Restarts it; movements that had not begun never will. Without memory it forgets all orders. */
  restart(remembers: boolean): void
  /** Whether nothing is in flight. */
  readonly quiet: () => boolean
  close(): void
}

interface Options {
  /** Sets the portal's new address. */
  readonly url: () => string
  readonly token: string
  readonly orderKey: Buffer
  readonly hardwareIds: readonly string[]
  readonly random: () => number
  /** Milliseconds that stand for a second. */
  readonly secondMs: number
}

/** What a device does with an accepted order. Usual outcomes are listed several times. */
const manners = ['moves', 'moves', 'moves', 'moves', 'moves', 'late', 'lies', 'jams', 'refuses', 'silent'] as const

/**
 * A gateway that obeys the protocol, with devices that do not, behind a connection that loses, duplicates, delays and reorders frames
 * in both directions. Records every real movement.
 */
export function chaosGateway({ url, token, orderKey, hardwareIds, random, secondMs }: Options): ChaosGateway {
  const begun: { order: string; at: number }[] = []
  const movements: Movement[] = []
  const stood: Stood[] = []
  const tape: OrderFrame[] = []
  const open = new Map(hardwareIds.map((id) => [id, false]))
  const moving = new Set<string>()
  const timers = new Set<NodeJS.Timeout>()
  let memory: OrderMemory = { lastCounter: 0, seen: [] }
  let book = newBook()
  let socket: Socket<LinkToGateway, LinkToServer> | null = null
  /** Rises with every restart, which cancels earlier work. */
  let life = 0
  let powered = true
  let closed = false
  let count = 0
  let sending = 0

  function newBook(): OrderBook {
    const hasDevice = (id: string) => open.has(id)
    return createOrderBook({ orderKey: orderKey.toString('base64url'), hasDevice, memory, save: () => undefined })
  }
  const after = (ms: number, then: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, ms)
    timers.add(timer)
  }
  /** Usually no delay, sometimes up to a minute. */
  const delay = (): number => {
    const luck = random()
    return luck < 0.6 ? 0 : random() * (luck < 0.92 ? 4 : 60) * secondMs
  }

  const dial = (): void => {
    if (closed || !powered) return
    const own: typeof socket = connect(`${url()}/gateway`, {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    socket = own
    own.on('hello', ({ time }) => {
      book.greeted(Date.parse(time))
      for (const id of hardwareIds) report(id)
      // An eavesdropper replays the last frame, in particular to a gateway that has just started.
      for (const frame of tape.slice(-3)) after(delay(), () => arrive(frame, undefined))
    })
    const again = (): void => {
      own.close()
      if (socket === own) after(20 + random() * 2 * secondMs, dial)
    }
    own.on('disconnect', again)
    own.on('connect_error', again)
    own.on('order', (frame, ack) => {
      tape.push(frame)
      if (random() < 0.08) return
      const late = random()
      after(delay(), () => arrive(frame, late < 0.12 ? undefined : ack))
      if (random() < 0.25) after(delay(), () => arrive(frame, undefined))
    })
  }

  function arrive(frame: OrderFrame, ack: ((taken: OrderTaken) => void) | undefined): void {
    if (!powered) return
    const taken = book.take(frame, Date.now())
    if (ack) after(random() < 0.8 ? 0 : delay(), () => ack(taken))
    if (taken.taken) carryOut(frame, pick(manners, random) ?? 'moves')
    else {
      const earlier = taken.code === 'seen' ? book.answerTo(frame.order) : null
      if (earlier) say({ kind: 'answer', device: frame.device, order: frame.order, ...earlier })
    }
  }

  function carryOut(frame: OrderFrame, manner: (typeof manners)[number]): void {
    const { device, order } = frame
    begun.push({ order, at: Date.now() })
    const target = frame.do === 'open'
    const answer = (result: 'accepted' | 'done' | 'refused' | 'failed', reason?: string): void => {
      if (manner === 'silent') return
      book.answered(order, result, reason)
      say({ kind: 'answer', device, order, result, ...(reason ? { reason } : {}) })
    }
    if (frame.do !== 'open' && frame.do !== 'close') {
      answer('accepted')
      return report(device)
    }
    if (moving.has(device)) return answer('refused', 'busy')
    if (open.get(device) === target) {
      answer('refused', target ? 'already-open' : 'already-closed')
      return report(device)
    }
    if (manner === 'refuses') return answer('refused', 'occupied')
    answer('accepted')
    if (manner === 'jams') return answer('failed', 'jammed')
    if (manner === 'lies') return answer('done')
    moving.add(device)
    const mine = life
    const left = Math.max(0, Date.parse(frame.expiresAt) - Date.now())
    after(manner === 'late' ? random() * left * 1.2 : 0, () => {
      moving.delete(device)
      if (mine !== life) return
      // The device itself observes the end of the order too.
      if (Date.now() >= Date.parse(frame.expiresAt)) return answer('failed', 'expired')
      const movement: Movement = {
        hardwareId: device,
        order,
        action: target ? 'open' : 'close',
        at: Date.now(),
        toldAt: null,
      }
      movements.push(movement)
      open.set(device, target)
      stood.push({ hardwareId: device, open: target, at: Date.now() })
      answer('done')
      if (manner === 'silent') return
      const at = Date.now()
      report(device, () => (movement.toldAt = at))
    })
  }

  function report(device: string, stored?: () => void): void {
    say({ kind: 'status', device, status: 'free', door: open.get(device) ? 'open' : 'closed' }, stored)
  }
  /** Kept until acknowledged; duplicated and reordered on the way. */
  function say(message: object, stored?: () => void): void {
    count += 1
    const kept = { id: `x-${life}-${count}`, at: new Date().toISOString(), ...message }
    const copies = random() < 0.2 ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) after(delay(), () => void send(kept, life, stored))
  }
  async function send(message: object, mine: number, stored?: () => void): Promise<void> {
    if (closed || mine !== life) return
    sending += 1
    try {
      if (!socket?.connected || random() < 0.05) throw new Error('lost')
      const reply = await socket.timeout(2_000).emitWithAck('messages', { messages: [message] as never })
      if (!('stored' in reply)) throw new Error('not stored')
      stored?.()
    } catch {
      after(30 + random() * secondMs, () => void send(message, mine, stored))
    } finally {
      sending -= 1
    }
  }

  dial()
  return {
    begun,
    movements,
    stood,
    tape,
    isOpen: (id) => open.get(id) ?? false,
    flap: () => socket?.io.engine.close(),
    restart(remembers) {
      life += 1
      powered = false
      moving.clear()
      if (!remembers) memory = { lastCounter: 0, seen: [] }
      book = newBook()
      socket?.close()
      socket = null
      after(random() * 5 * secondMs, () => {
        powered = true
        dial()
      })
    },
    quiet: () => timers.size === 0 && sending === 0,
    close() {
      closed = true
      for (const timer of timers) clearTimeout(timer)
      socket?.close()
    },
  }
}
