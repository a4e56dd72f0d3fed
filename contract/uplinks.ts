import * as z from 'zod'
import type { MessageRefusal } from './gateway.ts'

/** Supported network servers: ChirpStack v4 and The Things Stack v3. */
export const networkServers = ['chirpstack', 'ttn'] as const
export type NetworkServer = (typeof networkServers)[number]

export type UplinkRefusal = MessageRefusal | 'not-decoded' | 'no-field-map' | 'no-model' | 'nothing-mapped'
/** Reply to an event of a network server, after the commit; `ignored` names an event without a measurement. */
export interface UplinkReply {
  stored: number
  duplicate: number
  refused: { id: string; code: UplinkRefusal; detail: string }[]
  ignored?: string
}

/** An uplink of any network server. */
export interface Uplink {
  /** 16 upper-case hex digits; null if the network server does not know it. */
  readonly devEui: string | null
  /** The same for every delivery of one uplink, and different for every other. */
  readonly key: string
  /** When the network server received it, ISO. */
  readonly at: string
  /** Output of its codec; null without a codec, or if it failed. */
  readonly object: Readonly<Record<string, unknown>> | null
  /** The device sent no bytes at all. */
  readonly empty: boolean
  /** RSSI at the radio gateway with the best reception, dBm. */
  readonly rssi: number | null
  readonly port: number | null
  /** Name of the device profile (ChirpStack) or brand/model (The Things Stack); empty when unknown. */
  readonly profile: string
}
export type UplinkEvent =
  | { readonly kind: 'uplink'; readonly uplink: Uplink }
  | { readonly kind: 'ignored'; readonly event: string }
  | { readonly kind: 'bad'; readonly detail: string }

const time = z.iso.datetime({ offset: true })
const decoded = z.record(z.string(), z.unknown()).nullish()
const port = z.number().int().nullish()
const heard = z.object({ rssi: z.number().nullish(), nsTime: time.nullish().catch(null) })

const chirpstackUp = z.object({
  deduplicationId: z.string().min(1).max(200),
  time: time.nullish(),
  deviceInfo: z.object({ devEui: z.string(), deviceProfileName: z.string().nullish() }),
  fPort: port,
  data: z.string().nullish(),
  object: decoded,
  rxInfo: z.array(heard).nullish(),
})

/** Parses an event of ChirpStack v4 (JSON); `event` comes from the address. */
export function readChirpstack(event: unknown, body: unknown): UplinkEvent {
  if (typeof event !== 'string' || event === '') return bad('the address names no event')
  if (event !== 'up') return isRecord(body) ? { kind: 'ignored', event: event.slice(0, 40) } : bad('no JSON object')
  const read = chirpstackUp.safeParse(body)
  if (!read.success) return bad(fault('ChirpStack v4', read.error))
  const { deduplicationId, time: said, deviceInfo, fPort, data, object, rxInfo } = read.data
  const times = (rxInfo ?? []).flatMap(({ nsTime }) => (nsTime ? [Date.parse(nsTime)] : []))
  const at = times.length > 0 ? Math.min(...times) : Date.parse(said ?? '')
  if (Number.isNaN(at)) return bad('the uplink says no time')
  const uplink = {
    devEui: devEuiOf(deviceInfo.devEui),
    key: deduplicationId,
    at: new Date(at).toISOString(),
    object: object ?? null,
    empty: !data && !object,
    rssi: best(rxInfo),
    port: fPort ?? null,
    profile: deviceInfo.deviceProfileName ?? '',
  }
  return { kind: 'uplink', uplink }
}

/** The Things Stack omits fields that are 0, false or empty. */
const ttnEvent = z.object({ end_device_ids: z.object({ dev_eui: z.string().nullish() }), received_at: time.nullish() })
const ttnUplink = z.object({
  session_key_id: z.string().max(4_000).nullish(),
  f_cnt: z.number().int().nullish(),
  f_port: port,
  frm_payload: z.string().nullish(),
  decoded_payload: decoded,
  rx_metadata: z.array(z.object({ rssi: z.number().nullish() })).nullish(),
  version_ids: z.object({ brand_id: z.string().nullish(), model_id: z.string().nullish() }).nullish(),
  received_at: time.nullish(),
})
const around: readonly string[] = ['end_device_ids', 'correlation_ids', 'received_at', 'simulated']

/** Parses a webhook body of The Things Stack v3; the member besides the ids says what it is. */
export function readTtn(body: unknown): UplinkEvent {
  const read = ttnEvent.safeParse(body)
  if (!read.success) return bad(fault('The Things Stack v3', read.error))
  const message = (body as Record<string, unknown>)['uplink_message']
  if (message === undefined) {
    const [event] = Object.keys(body as object).filter((key) => !around.includes(key))
    return event === undefined ? bad('the body tells of nothing') : { kind: 'ignored', event: event.slice(0, 40) }
  }
  const up = ttnUplink.safeParse(message)
  if (!up.success) return bad(fault('The Things Stack v3', up.error))
  const { session_key_id, f_cnt, f_port, frm_payload, decoded_payload, rx_metadata, version_ids, received_at } = up.data
  const received = received_at ?? read.data.received_at
  if (!received) return bad('the uplink says no time')
  const devEui = devEuiOf(read.data.end_device_ids.dev_eui ?? '')
  const uplink = {
    devEui,
    // Counters restart when a device is reset, also within a session: the time of receipt distinguishes uplinks with
    // the same counter.
    key: `${devEui ?? ''}-${session_key_id ?? ''}-${f_cnt ?? 0}-${received}`,
    at: new Date(Date.parse(received)).toISOString(),
    object: decoded_payload ?? null,
    empty: !frm_payload && !decoded_payload,
    rssi: best(rx_metadata),
    port: f_port ?? null,
    profile: [version_ids?.brand_id, version_ids?.model_id].filter(Boolean).join('/'),
  }
  return { kind: 'uplink', uplink }
}

/** Parses a body of either network server, as pasted into the editor. */
export function readEither(body: unknown): UplinkEvent {
  return isRecord(body) && 'end_device_ids' in body ? readTtn(body) : readChirpstack('up', body)
}

/**
 * Returns a DevEUI in the standard notation: 16 upper-case hex digits; null if it is not a DevEUI. dev_eui() is the
 * same in the database.
 */
export function devEuiOf(text: string): string | null {
  return /^([0-9a-f]{2}[-: ]?){7}[0-9a-f]{2}$/i.test(text) ? text.replace(/[-: ]/g, '').toUpperCase() : null
}

function best(gateways: readonly { rssi?: number | null | undefined }[] | null | undefined): number | null {
  const heard = (gateways ?? []).flatMap(({ rssi }) => (typeof rssi === 'number' && rssi !== 0 ? [rssi] : []))
  return heard.length > 0 ? heard.reduce((most, rssi) => Math.max(most, rssi)) : null
}

function fault(server: string, error: z.ZodError): string {
  const [issue] = error.issues
  return `no uplink of ${server}: ${issue?.path.map(String).join('.').slice(0, 100) || 'body'}`
}

const bad = (detail: string): UplinkEvent => ({ kind: 'bad', detail })

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
