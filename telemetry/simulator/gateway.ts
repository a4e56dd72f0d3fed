import { setTimeout as wait } from 'node:timers/promises'
import type { GatewayMessage, OrderFrame, OrderTaken } from '../../contract/gateway.ts'
import { type Sample, sampleAfter, sampleAt } from '../../db/seeds/recordings.ts'
import type { SimulatedGatewayConfig } from '../../db/seeds/simulator-config.ts'
import { stayAt } from '../../db/seeds/stays.ts'
import { actions } from '../../machines/device.ts'
import { createBuffer, type NewMessage } from './buffer.ts'
import { createDevice, type SimulatedDevice } from './device.ts'
import { type DeviceFault, type GatewayFault, isDeviceFault } from './faults.ts'
import { type Credential, createKeeper, type Judged } from './keeper.ts'
import { openLink } from './link.ts'
import type { Memory } from './memory.ts'
import { createOrderBook } from './order-book.ts'
import { createUpload, type Send, sendByHttp, type UploadCounts } from './upload.ts'

const urgentMs = 20
const readingLingerMs = 2_000
const restartMs = 3_000
const eventOf = { pin: 'pin-entered', rfid: 'rfid-seen', qr: 'rfid-seen', plate: 'plate-seen' } as const
const skewMs = 7 * 60_000
/** Minimum time between readings of a device, at any speed. */
const minReadingMs = 20_000

export interface SimulatedGateway {
  readonly config: SimulatedGatewayConfig
  readonly devices: ReadonlyMap<string, SimulatedDevice>
  start(): void
  fault(): GatewayFault
  linked(): boolean
  setFault(fault: GatewayFault): void
  setDeviceFault(device: SimulatedDevice, fault: DeviceFault): void
  /**
   * A reader or camera saw something. With an uplink the portal is informed and decides (null); values that look like the
   * gateway's own statement are dropped. Without one the gateway decides by its reservations, opens, and reports later.
   */
  see(device: SimulatedDevice, by: Credential, value: string): (Judged & { readonly stays?: string }) | null
  /** Sends what is due by `now`. */
  tick(now: number): void
  waiting(): number
  counts(): UploadCounts & { dropped: number; orders: number }
  stop(): void
}

export interface GatewayOptions {
  url: string
  /** Maps real time to the replayed time of the recordings, and back. */
  recorded: (now: number) => number
  real: (recorded: number) => number
  now: () => number
  random: () => number
  memory: Memory
  note: (text: string, detail: object) => void
}

/** Starts a gateway with its devices. It uses only the public protocol. */
export function startGateway(config: SimulatedGatewayConfig, options: GatewayOptions): SimulatedGateway {
  const { recorded, real, now, random } = options
  const stopping = new AbortController()
  const timers = new Set<NodeJS.Timeout>()
  const buffer = createBuffer()
  let fault: GatewayFault = 'ok'
  let clockOffset = 0
  let lastStamp = 0
  let orders = 0

  const clock = () => now() + (fault === 'clock-skew' ? skewMs : clockOffset)
  /** Returns a message's time: unique in its gateway, unless its clock was set. */
  function stamp(): string {
    const at = clock()
    lastStamp = Math.abs(at - lastStamp) < 1_000 ? Math.max(at, lastStamp + 1) : at
    return new Date(lastStamp).toISOString()
  }
  function after(ms: number, then: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      then()
    }, ms)
    timers.add(timer)
  }
  function add(message: NewMessage): void {
    buffer.add(message)
    upload.soon(message.kind === 'reading' ? readingLingerMs : urgentMs)
  }

  const devices = new Map<string, SimulatedDevice>()
  const kept = { orderKey: config.orderKey, memory: options.memory.of(config.hardwareId), save: options.memory.save }
  const book = createOrderBook({ ...kept, hasDevice: (hardwareId) => devices.has(hardwareId) })
  const keeper = createKeeper(kept)
  function answer(device: string, order: string, result: string, reason?: string | null): void {
    const message = { kind: 'answer', device, order, result, ...(reason ? { reason } : {}) }
    add({ ...message, at: stamp() } as NewMessage)
  }

  async function take(frame: OrderFrame): Promise<OrderTaken> {
    if (fault === 'slow') await wait(1_500 + random() * 3_000, undefined, { signal: stopping.signal })
    orders++
    const taken = book.take(frame, clock())
    const device = devices.get(frame.device)
    if (!taken.taken) {
      options.note('order not taken', { order: frame.order, code: taken.code })
      const earlier = taken.code === 'seen' ? book.answerTo(frame.order) : null
      if (earlier) answer(frame.device, frame.order, earlier.result, earlier.reason)
    } else if (device && actions.includes(frame.do)) {
      // After the acknowledgement: 'taken' comes before the first answer.
      after(0, () => device.obey(frame.order, frame.do, fault === 'lie'))
    } else {
      after(0, () => answer(frame.device, frame.order, 'refused', 'not-supported'))
    }
    return taken
  }

  function currentSample(device: SimulatedDevice): Sample | null {
    return device.config.replay ? sampleAt(device.config.replay, recorded(now())) : null
  }
  let measuredOnce = false
  function reportEverything(): void {
    for (const device of devices.values()) {
      device.report()
      const sample = measuredOnce ? null : currentSample(device)
      if (sample) device.measure(sample)
    }
    // Initial faults start after the first report: a device that never reported would be undefined, not unreachable.
    for (const device of measuredOnce ? [] : devices.values()) {
      const { fault: first } = device.config
      if (first && isDeviceFault(first)) device.setFault(first, currentSample(device))
    }
    measuredOnce = true
  }

  const link = openLink({
    url: options.url,
    token: config.token,
    note: options.note,
    take,
    keep: keeper.keep,
    onHello(time) {
      clockOffset = Date.parse(time) - now()
      book.greeted(Date.parse(time))
      reportEverything()
      upload.wake()
    },
  })
  const overHttp = sendByHttp(options.url, config.token, stopping.signal)
  const send: Send = async (messages) => {
    if (fault === 'slow') await wait(1_000 + random() * 2_000, undefined, { signal: stopping.signal })
    const batch: readonly GatewayMessage[] = fault === 'shuffle' ? mix(messages, random) : messages
    const way = config.via === 'link' ? link.send : overHttp
    const sent = await way(batch)
    if (fault === 'duplicate' && sent.as === 'stored') await way(batch)
    return sent
  }
  const upload = createUpload({ buffer, send, random, note: options.note })

  function disconnect(): void {
    link.close()
    upload.pause(true)
  }
  function reconnect(): void {
    upload.pause(false)
    link.open()
  }
  const isAway = (now: GatewayFault): boolean => now === 'offline' || now === 'cut'

  const schedule = config.devices.map((device) => {
    const stay = device.use ? stayAt(device.use, now()) : null
    const simulated = createDevice(device, stay?.occupied ?? false, {
      after,
      say: (saying) => add({ ...saying, device: device.hardwareId, at: stamp() }),
      answer(order, result, reason) {
        book.answered(order, result, reason)
        answer(device.hardwareId, order, result, reason)
      },
    })
    devices.set(device.hardwareId, simulated)
    return {
      device: simulated,
      reportAt: now() + random() * device.reportIntervalS * 900,
      sample: device.replay ? sampleAfter(device.replay, recorded(now())) : null,
      measuredAt: 0,
      stayAt: stay?.changesAt ?? Number.POSITIVE_INFINITY,
    }
  })
  return {
    config,
    devices,
    start: link.open,
    fault: () => fault,
    linked: link.connected,
    setFault(next) {
      const before = fault
      fault = next === 'restart' ? 'ok' : next
      if (next === 'restart') {
        disconnect()
        buffer.reboot()
        after(restartMs, () => {
          if (!isAway(fault)) reconnect()
        })
      } else if (isAway(next)) disconnect()
      else if (isAway(before)) {
        if (before === 'offline') buffer.shuffle(random)
        reconnect()
      }
    },
    see(device, by, value) {
      const { hardwareId } = device.config
      const at = stamp()
      const tell = (told: string) => add({ kind: 'event', device: hardwareId, at, event: eventOf[by], value: told })
      if (link.connected()) {
        // The portal would take it for the gateway's statement that it let somebody in.
        if (value.trim().startsWith('reservation:')) return { ok: false, why: 'unknown' }
        tell(value)
        return null
      }
      const judged = keeper.judge(hardwareId, by, value, Date.parse(at))
      if (!judged.ok) return judged
      const stays = device.letIn(() => tell(`reservation:${judged.reservationId}`))
      return stays === null ? judged : { ...judged, stays }
    },
    setDeviceFault(device, next) {
      device.setFault(next, currentSample(device))
    },
    tick(at) {
      for (const entry of schedule) {
        const { device } = entry
        if (at >= entry.reportAt) {
          device.report()
          entry.reportAt = at + device.config.reportIntervalS * (850 + random() * 100)
        }
        if (entry.sample && at >= real(entry.sample.at)) {
          if (at - entry.measuredAt >= minReadingMs || entry.sample.temperature === null) device.measure(entry.sample)
          entry.measuredAt = at
          entry.sample = device.config.replay ? sampleAfter(device.config.replay, recorded(at)) : null
        }
        if (at >= entry.stayAt && device.config.use) {
          // People come and go by the real clock, at any speed of the recordings: they have booked.
          const stay = stayAt(device.config.use, at)
          device.occupy(stay.occupied)
          entry.stayAt = stay.changesAt
        }
      }
    },
    waiting: buffer.size,
    counts: () => ({ ...upload.counts, dropped: buffer.dropped(), orders }),
    stop() {
      stopping.abort()
      upload.stop()
      link.close()
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}

function mix<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}
