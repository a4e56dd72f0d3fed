import { WebSocket } from 'k6/websockets'
import { decode, encodeAck, encodeConnect, encodeEvent, eventName, pong } from './socket-io.ts'
import { url } from './summary.ts'

export interface Spoken {
  /** Sends an event; `answered` hears the first argument of its acknowledgement as it was parsed. */
  emit(name: string, body: unknown, answered?: (answer: unknown) => void): void
  close(): void
}
export interface Listening {
  connected(): void
  /** Anything that the server says by itself; `json` is the array of name and arguments, `answer` acknowledges it. */
  event(name: string, json: string, answer: (body: unknown) => void): void
  /** The connection is gone, or never came; called once. `refused` = what the server said to the handshake, if it spoke. */
  ended(refused: string | null): void
}

const address = `${url.replace(/^http/, 'ws')}/socket.io/?EIO=4&transport=websocket`

/** A Socket.IO connection of a namespace over k6's WebSocket. */
export function connect(
  namespace: string,
  { auth, headers = {} }: { auth: object; headers?: Record<string, string> },
  on: Listening,
): Spoken {
  const socket = new WebSocket(address, null, { headers })
  const waiting = new Map<number, (answer: unknown) => void>()
  let sent = 0
  let over = false
  const end = (refused: string | null): void => {
    if (over) return
    over = true
    waiting.clear()
    socket.close()
    on.ended(refused)
  }
  socket.onmessage = (message) => {
    const frame = decode(message?.data as string)
    if (over) return
    if (frame.type === 'event') {
      const { id, json } = frame
      on.event(eventName(json), json, (body) => id !== null && socket.send(encodeAck(namespace, id, body)))
    } else if (frame.type === 'ack') {
      const answered = waiting.get(frame.id)
      waiting.delete(frame.id)
      answered?.((JSON.parse(frame.json) as unknown[])[0])
    } else if (frame.type === 'ping') socket.send(pong)
    else if (frame.type === 'open') socket.send(encodeConnect(namespace, auth))
    else if (frame.type === 'connected') on.connected()
    else if (frame.type === 'refused') end(frame.json)
    else if (frame.type === 'disconnected') end(null)
  }
  socket.onerror = () => end(null)
  socket.onclose = () => end(null)
  return {
    emit(name, body, answered) {
      if (over) return
      if (!answered) return socket.send(encodeEvent(namespace, name, body))
      sent += 1
      waiting.set(sent, answered)
      socket.send(encodeEvent(namespace, name, body, sent))
    },
    close: () => end(null),
  }
}
