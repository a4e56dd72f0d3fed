import { encodeAck, encodeConnect, encodeEvent, eventName, type Frame, pong } from './socket-io.ts'

export interface Spoken {
  /** Sends an event; `answered` gets the first argument of its acknowledgement. */
  emit(name: string, body: unknown, answered?: (answer: unknown) => void): void
  close(): void
}
export interface Listening {
  connected(): void
  /** An event from the server; `json` is the array of name and arguments, `answer` acknowledges it. */
  event(name: string, json: string, answer: (body: unknown) => void): void
  /** The connection is gone, or never came; called once. `refused` = the server's message at the handshake, if any. */
  ended(refused: string | null): void
}
/** A WebSocket of any implementation. */
export interface Line {
  send(text: string): void
  close(): void
}
/** Opens a line, and reports its frames and its end. */
export type OpenLine = (hear: (frame: Frame) => void, gone: () => void) => Line

/** A Socket.IO connection of a namespace over a line. */
export function speak(namespace: string, auth: object, on: Listening, openLine: OpenLine): Spoken {
  const waiting = new Map<number, (answer: unknown) => void>()
  let sent = 0
  let over = false
  const line = openLine(hear, () => end(null))

  function end(refused: string | null): void {
    if (over) return
    over = true
    waiting.clear()
    line.close()
    on.ended(refused)
  }
  function hear(frame: Frame): void {
    if (over) return
    if (frame.type === 'event') {
      const { id, json } = frame
      on.event(eventName(json), json, (body) => id !== null && line.send(encodeAck(namespace, id, body)))
    } else if (frame.type === 'ack') {
      const answered = waiting.get(frame.id)
      waiting.delete(frame.id)
      answered?.((JSON.parse(frame.json) as unknown[])[0])
    } else if (frame.type === 'ping') line.send(pong)
    else if (frame.type === 'open') line.send(encodeConnect(namespace, auth))
    else if (frame.type === 'connected') on.connected()
    else if (frame.type === 'refused') end(frame.json)
    else if (frame.type === 'disconnected') end(null)
  }
  return {
    emit(name, body, answered) {
      if (over) return
      if (!answered) return line.send(encodeEvent(namespace, name, body))
      sent += 1
      waiting.set(sent, answered)
      line.send(encodeEvent(namespace, name, body, sent))
    },
    close: () => end(null),
  }
}
