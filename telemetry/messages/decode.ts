import {
  type GatewayMessage,
  type MessageRefusal,
  type MessagesReply,
  maxAgeMs,
  maxFutureMs,
  maxIdLength,
  maxMessages,
} from '../../contract/gateway.ts'
import { shapeFault } from './decode-schema.ts'

/** A valid message of a known device `D`, with its time in ms since 1970. */
export interface Decoded<D = unknown> {
  readonly id: string
  readonly at: number
  readonly device: D
  readonly body: GatewayMessage
}
export type OfKind<D, K> = Decoded<D> & { readonly body: Extract<GatewayMessage, { kind: K }> }
export type Refused = MessagesReply['refused'][number]
export type DecodedBody<D> =
  | { readonly ok: true; readonly messages: Decoded<D>[]; readonly refused: Refused[] }
  | { readonly ok: false; readonly detail: string }

/**
 * Decodes a body. A body other than `{ messages: [ at most 1,000 ] }` is refused as a whole; otherwise each message is checked alone at
 * `now` (ms), and its first fault gives the code: bad-id, bad-value, in-the-future, too-old, unknown-device.
 */
export function decode<D>(body: unknown, devices: ReadonlyMap<string, D>, now: number): DecodedBody<D> {
  const list = isRecord(body) ? body['messages'] : undefined
  if (!Array.isArray(list)) return { ok: false, detail: 'the body has no list of messages' }
  if (list.length > maxMessages) return { ok: false, detail: `more than ${maxMessages} messages` }
  const messages: Decoded<D>[] = []
  const refused: Refused[] = []
  for (const [place, message] of list.entries()) {
    const judged = decodeOne(message, place, devices, now)
    if ('code' in judged) refused.push(judged)
    else messages.push(judged)
  }
  return { ok: true, messages, refused }
}

/** Returns the messages of one kind, in order. */
export function ofKind<D, K extends GatewayMessage['kind']>(messages: readonly Decoded<D>[], kind: K): OfKind<D, K>[] {
  return messages.filter((message): message is OfKind<D, K> => message.body.kind === kind)
}

function decodeOne<D>(
  message: unknown,
  place: number,
  devices: ReadonlyMap<string, D>,
  now: number,
): Decoded<D> | Refused {
  const id = isRecord(message) ? message['id'] : undefined
  if (typeof id !== 'string' || !isPrintable(id)) {
    const shown = typeof id === 'string' ? id.slice(0, maxIdLength) : ''
    return refuse(shown, 'bad-id', `message ${place}: id is not a text of 1 to ${maxIdLength} printable characters`)
  }
  const record = message as Record<string, unknown>
  const fault = shapeFault(record)
  if (fault !== null) return refuse(id, 'bad-value', fault)
  const said = record as unknown as GatewayMessage
  const at = instant(said.at)
  if (at === null) return refuse(id, 'bad-value', 'at is no ISO time with Z or offset')
  const unfit = unfitText(said)
  if (unfit !== null) return refuse(id, 'bad-value', unfit)
  if (at > now + maxFutureMs) return refuse(id, 'in-the-future', `at is ${Math.round((at - now) / 1_000)} s ahead`)
  if (at < now - maxAgeMs) return refuse(id, 'too-old', `at is ${Math.floor((now - at) / 86_400_000)} days ago`)
  const device = devices.get(said.device)
  if (device === undefined) return refuse(id, 'unknown-device', 'this gateway has no such device')
  return { id, at, device, body: said }
}

function refuse(id: string, code: MessageRefusal, detail: string): Refused {
  return { id, code, detail }
}

const ascii = new RegExp(`^[\\x20-\\x7e]{1,${maxIdLength}}$`)
const printable = new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${maxIdLength}}$`, 'u')

function isPrintable(id: string): boolean {
  return ascii.test(id) || printable.test(id)
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** NUL and lone surrogates cannot be stored. */
const unstorable = /[\0\p{Cs}]/u

/** Returns the fault of a text that has the right shape but is invalid, or cannot be stored. */
function unfitText(message: GatewayMessage): string | null {
  if (message.kind === 'answer') {
    if (!uuid.test(message.order)) return 'order is no order id'
    if (message.reason !== undefined && unstorable.test(message.reason)) return 'reason has characters that are no text'
  }
  if (message.kind === 'event' && message.value !== undefined && unstorable.test(message.value))
    return 'value has characters that are no text'
  return null
}

const isoTime =
  /^(\d{4})-(0[1-9]|1[0-2])-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/

/** Returns the instant of an ISO time with seconds and Z or an offset, in ms; null for others, such as 30 February. */
export function instant(text: string): number | null {
  const usual = usualInstant(text)
  if (usual !== null) return usual
  const match = isoTime.exec(text)
  if (!match) return null
  const day = Number(match[3])
  if (day === 0 || day > daysIn(Number(match[1]), Number(match[2]))) return null
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : at
}

function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

/** Usual form of a time, 0 = digit. Its parser takes a quarter of the time of the general one. */
const usualForm = '0000-00-00T00:00:00.000Z'

function usualInstant(text: string): number | null {
  if (text.length !== usualForm.length) return null
  for (let place = 0; place < usualForm.length; place += 1) {
    const code = text.charCodeAt(place)
    const form = usualForm.charCodeAt(place)
    if (form === 48 ? code < 48 || code > 57 : code !== form) return null
  }
  const two = (place: number) => (text.charCodeAt(place) - 48) * 10 + text.charCodeAt(place + 1) - 48
  const year = two(0) * 100 + two(2)
  const month = two(5)
  const day = two(8)
  if (year < 1970 || month === 0 || month > 12 || day === 0 || day > 28) return null
  const hour = two(11)
  const minute = two(14)
  const second = two(17)
  if (hour > 23 || minute > 59 || second > 59) return null
  return Date.UTC(year, month - 1, day, hour, minute, second, two(20) * 10 + text.charCodeAt(22) - 48)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
