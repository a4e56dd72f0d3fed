/**
 * Socket.IO (protocol 5) on Engine.IO (protocol 4) over a WebSocket, as text: only what a client without binary packets
 * needs. Pure, so that k6 and tests read the same. The JSON of events and acknowledgements stays text: most of it is
 * never parsed.
 */
export type Frame =
  | { readonly type: 'open' | 'ping' | 'connected' | 'disconnected' | 'other' }
  /** The server refused the namespace; the JSON has message and data. */
  | { readonly type: 'refused'; readonly json: string }
  /** `json` is the array of name and arguments; `id` must be in the acknowledgement, null if none is expected. */
  | { readonly type: 'event'; readonly id: number | null; readonly json: string }
  /** Acknowledgement of the event with this id; `json` is the array of its arguments. */
  | { readonly type: 'ack'; readonly id: number; readonly json: string }

const other: Frame = { type: 'other' }

/** Reads one text message of the WebSocket. */
export function decode(text: string): Frame {
  if (text.startsWith('4')) return decodePacket(text)
  if (text.startsWith('0')) return { type: 'open' }
  if (text === '2') return { type: 'ping' }
  if (text === '1') return { type: 'disconnected' }
  return other
}

function decodePacket(text: string): Frame {
  const kind = text.charAt(1)
  let at = 2
  if (text.charAt(at) === '/') at = text.indexOf(',', at) + 1
  const first = at
  while (text.charAt(at) >= '0' && text.charAt(at) <= '9') at += 1
  const id = at > first ? Number(text.slice(first, at)) : null
  if (kind === '2') return { type: 'event', id, json: text.slice(at) }
  if (kind === '3' && id !== null) return { type: 'ack', id, json: text.slice(at) }
  if (kind === '0') return { type: 'connected' }
  if (kind === '1') return { type: 'disconnected' }
  if (kind === '4') return { type: 'refused', json: text.slice(at) }
  return other
}

/** Returns an event's name without parsing it. Names of our events need no escapes. */
export function eventName(json: string): string {
  return json.slice(2, json.indexOf('"', 2))
}

export const pong = '3'
const prefix = (namespace: string): string => (namespace === '/' ? '' : `${namespace},`)

/** Asks to join a namespace. */
export function encodeConnect(namespace: string, auth: object): string {
  return `40${prefix(namespace)}${JSON.stringify(auth)}`
}

/** Encodes an event with one argument; with an id the server acknowledges it. */
export function encodeEvent(namespace: string, name: string, body: unknown, id?: number): string {
  return `42${prefix(namespace)}${id ?? ''}${JSON.stringify([name, body])}`
}

/** Encodes the acknowledgement of an event with an id. */
export function encodeAck(namespace: string, id: number, body: unknown): string {
  return `43${prefix(namespace)}${id}${JSON.stringify([body])}`
}
