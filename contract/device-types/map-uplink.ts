import { type EventMessage, type ReadingMessage, readingMessage, type StatusMessage } from '../gateway.ts'
import type { Uplink } from '../uplinks.ts'
import type { FieldMap, FieldModel, FieldRule } from './field-map.ts'

type Said<M> = M extends unknown ? Omit<M, 'id' | 'at' | 'device'> : never
/** A message without the fields common to the uplink; `part` distinguishes messages of one uplink. */
export interface MappedMessage {
  readonly part: string
  readonly body: Said<StatusMessage | ReadingMessage | EventMessage>
}
export type MapFault =
  | { readonly code: 'not-decoded' | 'no-field-map' | 'no-model' | 'nothing-mapped' }
  /** A value unknown to its rule; the other rules continue. */
  | { readonly code: 'bad-value'; readonly target: FieldRule['target']; readonly path: string; readonly value: string }
export interface Mapped {
  readonly model: string | null
  readonly messages: readonly MappedMessage[]
  readonly faults: readonly MapFault[]
}

/**
 * Returns the messages of an uplink by a field map: a reading (with the best RSSI, unless a rule gives one), a status,
 * events. A door without a status gets the status okay. Pure; portal and editor use the same function.
 */
export function mapUplink({ models }: FieldMap, uplink: Pick<Uplink, 'object' | 'rssi' | 'port' | 'profile'>): Mapped {
  if (models.length === 0) return none('no-field-map')
  if (uplink.object === null) return none('not-decoded')
  const model = models.find((one) => fits(one, uplink))
  if (!model) return none('no-model')
  const reading: Partial<Said<ReadingMessage>> = {}
  const faults: MapFault[] = []
  const events: EventMessage['event'][] = []
  let status: StatusMessage['status'] | undefined
  let door: StatusMessage['door']
  for (const rule of model.rules) {
    const value = at(uplink, rule.path)
    if (value === undefined || value === null) continue
    const fault = { code: 'bad-value', target: rule.target, path: rule.path, value: shown(value) } as const
    if ('values' in rule) {
      const meant = own<string | boolean>(rule.values, wordOf(value))
      // A value without an event is no error: a button that is not pressed is reported too.
      if (meant === undefined && rule.target === 'event') continue
      if (meant === undefined) faults.push(fault)
      else if (rule.target === 'status') status = meant as typeof status
      else if (rule.target === 'door') door = meant as typeof door
      else if (rule.target === 'dirty') reading.dirty = meant as boolean
      else events.push(meant as (typeof events)[number])
    } else {
      const measured = numberOf(value)
      if (measured !== null && rule.except.includes(measured)) continue
      // Twelve digits hide rounding errors: 3600 × 0.001 is 3.6.
      const scaled = measured === null ? Number.NaN : Number((measured * rule.scale + rule.offset).toPrecision(12))
      if (readingMessage.shape[rule.target].safeParse(scaled).success) reading[rule.target] = scaled
      else faults.push(fault)
    }
  }
  if (uplink.rssi !== null && readingMessage.shape.rssi.safeParse(uplink.rssi).success) reading.rssi ??= uplink.rssi
  const messages: MappedMessage[] = []
  if (Object.keys(reading).length > 0) messages.push({ part: 'r', body: { kind: 'reading', ...reading } })
  if (status !== undefined || door !== undefined)
    messages.push({ part: 's', body: { kind: 'status', status: status ?? 'okay', ...(door && { door }) } })
  for (const [place, event] of events.entries()) messages.push({ part: `e${place}`, body: { kind: 'event', event } })
  if (messages.length === 0 && faults.length === 0) return { ...none('nothing-mapped'), model: model.name }
  return { model: model.name, messages, faults }
}

const none = (code: Exclude<MapFault['code'], 'bad-value'>): Mapped => ({
  model: null,
  messages: [],
  faults: [{ code }],
})

function fits({ when }: FieldModel, uplink: Pick<Uplink, 'object' | 'port' | 'profile'>): boolean {
  return when.every(({ path, is }) => {
    const value = at(uplink, path)
    if (value === undefined || value === null || value === '') return false
    if (is.length === 0) return true
    const said = wordOf(value).toLowerCase()
    return is.some((one) => (path === '$profile' ? said.includes(one.toLowerCase()) : said === one.toLowerCase()))
  })
}

/** Returns the value at a path; only own members count. */
function at({ object, port, profile }: Pick<Uplink, 'object' | 'port' | 'profile'>, path: string): unknown {
  if (path === '$profile') return profile
  if (path === '$port') return port
  let value: unknown = object
  for (const key of path.match(/(?:\\.|[^.\\])+/g) ?? []) value = own(value, key.replace(/\\(.)/g, '$1'))
  return value
}

/** Returns the text of a value for value maps and conditions; lists and objects have none. */
function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : ''
}

function own<T>(holder: unknown, key: string): T | undefined {
  return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, T>)[key]
    : undefined
}

/** Numbers, and numeric texts: some codecs write '21.50'. */
function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && /^\s*[-+]?\d+(\.\d+)?\s*$/.test(value)) return Number(value)
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** Lists and objects are only named, because they may be large or deeply nested. */
function shown(value: unknown): string {
  if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object'
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 60)
}
