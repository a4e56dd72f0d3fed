import type { Knex } from 'knex'
import type { Span } from '../../machines/booking/calendar.ts'
import { type DeviceFacts, lapsed } from './facts.ts'
import { type PlaceWithWay, refusalOfWay } from './search-standing.ts'

type Claim = readonly [start: number, end: number, held: boolean]
type Closed = readonly [start: number, end: number | null]
interface DeviceCalendar {
  readonly claims: readonly Claim[]
  readonly maintenance: readonly Closed[]
}

/** What is claimed and closed at some devices, for a window of time, to ask about many spans without asking the database. */
export interface Calendars {
  readonly window: Span
  readonly of: ReadonlyMap<number, DeviceCalendar>
}

/** When it is judged, and the reservation (with its children) whose own claims do not count. */
export interface Moment {
  readonly now: Date
  readonly except: number | null
}

/** Reads once what is claimed and closed at these devices within the window. Holds that ran out at `now` are none. */
export async function readCalendars(
  trx: Knex,
  deviceIds: readonly number[],
  window: Span,
  { now, except }: Moment,
): Promise<Calendars> {
  const { rows } = await trx.raw<{ rows: (DeviceCalendar & { deviceId: number })[] }>(
    `select d.id as "deviceId",
       coalesce((select json_agg(json_build_array(${from('r')}, ${until('r')}, r.state = 'CREATED'))
                 from reservations r
                 where r.device_id = d.id and r.state in ('CREATED', 'RESERVED') and not r.shared
                   and r.span && tstzrange(:start, :end, '[)') and not ${lapsed('r')}
                   and coalesce(r.parent_id, r.id) is distinct from :except::int), '[]') as claims,
       coalesce((select json_agg(json_build_array(${from('m')}, ${until('m')}))
                 from device_maintenance m
                 where m.device_id = d.id and m.span && tstzrange(:start, :end, '[)')), '[]') as maintenance
     from unnest(:deviceIds::int[]) as d (id)`,
    { deviceIds: [...new Set(deviceIds)], start: window.start, end: window.end, now, except },
  )
  return { window, of: new Map(rows.map((row) => [row.deviceId, row])) }
}

/** Whole milliseconds, outwards: what begins within one is there from its beginning. */
const from = (alias: string): string => `floor(extract(epoch from ${alias}.starts_at) * 1000)::bigint`
const until = (alias: string): string => `ceil(extract(epoch from ${alias}.ends_at) * 1000)::bigint`

/** Whether the place with its way can be had then; a span outside of the window is not known, and so is none. */
export function isFreeThen({ place, along }: PlaceWithWay, span: Span, calendars: Calendars, now: Date): boolean {
  if (span.start < calendars.window.start || span.end > calendars.window.end) return false
  const then = { place: at(place, span, calendars), along: along.map((device) => at(device, span, calendars)) }
  return refusalOfWay(then, span.start, now) === null
}

/** A device with what is known about another span. */
function at(device: DeviceFacts, { start, end }: Span, calendars: Calendars): DeviceFacts {
  const calendar = calendars.of.get(device.deviceId)
  const touches = (begins: number, ends: number | null): boolean =>
    begins < end.getTime() && (ends === null || ends > start.getTime())
  const met = calendar?.claims.filter(([begins, ends]) => touches(begins, ends)) ?? []
  const taken = met.some(([, , held]) => !held)
  return {
    ...device,
    claim: taken ? 'taken' : met.length > 0 ? 'held' : null,
    maintenance: calendar?.maintenance.some(([begins, ends]) => touches(begins, ends)) ?? false,
  }
}
