import { io } from 'socket.io-client'
import type { GatewayHello, MessagesReply, OrderFrame, OrderTaken, ReservationsFrame } from '../../contract/gateway.ts'
import { noLink, type Send } from './upload.ts'

const answerMs = 15_000
const refusedTokenMs = 60_000
const replacedMs = 30_000
const sentAwayMs = 2_000

export interface Link {
  open(): void
  close(): void
  connected(): boolean
  /** Sends messages over the link; 'later' while there is none. */
  send: Send
}

/** Keeps the link to the portal: reconnects with growing delays, passes orders on and acknowledges them. */
export function openLink(options: {
  url: string
  token: string
  take: (order: OrderFrame) => Promise<OrderTaken>
  onHello: (time: string) => void
  /** Must have stored the frame when it returns. */
  keep: (frame: ReservationsFrame) => void
  note: (text: string, detail: object) => void
}): Link {
  const socket = io(new URL('/gateway', options.url).href, {
    auth: { token: options.token },
    transports: ['websocket'],
    forceNew: true,
    autoConnect: false,
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
  })
  let wanted = false
  let replaced = false
  let retry: NodeJS.Timeout | null = null

  function again(ms: number): void {
    if (retry) clearTimeout(retry)
    retry = setTimeout(() => {
      if (wanted && !socket.connected) socket.connect()
    }, ms)
  }
  socket.on('hello', (hello: GatewayHello) => options.onHello(hello.time))
  socket.on('order', (order: OrderFrame, acknowledge: ((taken: OrderTaken) => void) | undefined) => {
    if (typeof acknowledge !== 'function' || typeof order !== 'object' || order === null) return
    options.take(order).then(
      (taken) => acknowledge(taken),
      (error: unknown) => options.note('order lost', { error: String(error) }),
    )
  })
  socket.on(
    'reservations',
    (frame: ReservationsFrame, acknowledge: ((reply: { version: number }) => void) | undefined) => {
      if (typeof acknowledge !== 'function' || !Array.isArray(frame?.reservations)) return
      options.keep(frame)
      acknowledge({ version: frame.version })
    },
  )
  socket.on('replaced', () => {
    replaced = true
    options.note('another link with the same token replaced this one', {})
  })
  // Socket.IO reconnects after a lost connection, but not if the portal itself ended or refused the link.
  socket.on('disconnect', (reason) => {
    if (wanted && !socket.active) again(replaced ? replacedMs : sentAwayMs * (1 + Math.random()))
    replaced = false
    if (wanted) options.note('link lost', { reason })
  })
  socket.on('connect_error', (error) => {
    if (!wanted || socket.active) return
    const refused = error.message === 'not-authorized'
    if (refused) options.note('link refused', { error: error.message })
    again(refused ? refusedTokenMs : sentAwayMs * (1 + Math.random()))
  })

  return {
    open() {
      wanted = true
      socket.connect()
    },
    close() {
      wanted = false
      if (retry) clearTimeout(retry)
      socket.disconnect()
    },
    connected: () => socket.connected,
    async send(messages) {
      if (!socket.connected) return { as: 'later', detail: noLink }
      const reply = (await socket.timeout(answerMs).emitWithAck('messages', { messages })) as
        | MessagesReply
        | { error: string; retryAfter?: number }
      if (!('error' in reply)) return { as: 'stored', reply }
      const { error, retryAfter } = reply
      if (error === 'not-authorized') return { as: 'unauthorised' }
      if (error === 'too-large' || error === 'bad-body') return { as: 'smaller', detail: error }
      return { as: 'later', detail: error, ...(retryAfter === undefined ? {} : { afterMs: retryAfter * 1_000 }) }
    },
  }
}
