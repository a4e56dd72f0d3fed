import type { Knex } from 'knex'
import type { FixView } from '../../contract/reservations/book.ts'
import { fixes } from '../../machines/booking/nearest-fix.ts'
import type { Fix } from '../../machines/booking/types.ts'
import type { Span } from '../claims/facts.ts'
import type { SiteAccessTime } from '../claims/read-access-times.ts'
import { type Calendars, isFreeThen, type Moment, readCalendars } from './search-calendar.ts'
import type { PlaceWithWay } from './search-standing.ts'

/** Places of one type at one site, under its access times, that need another span. */
export interface Seeking {
  readonly timeZone: string
  readonly accessTimes: readonly SiteAccessTime[]
  readonly typeId: number
  readonly places: readonly PlaceWithWay[]
}

const dayMs = 86_400_000
const hoursMs = 4 * 3_600_000

/**
 * Distance of a span from the request: slightly later, within a day, weeks. Near ones come first, because they need
 * fewer claims.
 */
export const reaches = ['hours', 'day', 'weeks'] as const
type Reach = (typeof reaches)[number]

/**
 * Returns the other spans of a reach under a type's access times, the nearest first (rule B-17). Each set of access
 * times is evaluated once.
 */
export type OtherSpans = (seeking: Omit<Seeking, 'places'>, reach: Reach) => readonly Fix[]
export function otherSpans(request: Span, now: Date): OtherSpans {
  const known = new Map<string, Record<Reach, readonly Fix[]>>()
  const judge = ({ timeZone, accessTimes, typeId }: Omit<Seeking, 'places'>): Record<Reach, readonly Fix[]> => {
    const circumstances = { now, timeZone, stage: 'hold' } as const
    const all = [...fixes({ ...request, deviceTypeId: typeId, licencePlate: null }, accessTimes, circumstances)]
    const of = (reach: Reach): Fix[] => all.filter((fix) => reachOf(fix, request) === reach)
    return { hours: of('hours'), day: of('day'), weeks: of('weeks') }
  }
  return (seeking, reach) => {
    const key = `${seeking.timeZone} ${seeking.typeId} ${seeking.accessTimes.map(({ id }) => id).join()}`
    const found = known.get(key) ?? judge(seeking)
    known.set(key, found)
    return found[reach]
  }
}

function reachOf(fix: Span, request: Span): Reach {
  const later = fix.start.getTime() - request.start.getTime()
  if (later >= 0 && later <= hoursMs) return 'hours'
  return later <= dayMs ? 'day' : 'weeks'
}

/** Calendars of the places of some sites for the spans of a reach. */
export interface Sight {
  readonly others: OtherSpans
  readonly reach: Reach
  readonly calendars: Calendars
  readonly now: Date
}

/** Reads the calendars of all these places for the searched spans of a reach; null if there is nothing to search. */
export async function readForFixes(
  trx: Knex,
  seekings: readonly Seeking[],
  others: OtherSpans,
  { reach, now, except }: Moment & { reach: Reach },
): Promise<Sight | null> {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const seeking of seekings)
    for (const fix of others(seeking, reach)) {
      start = Math.min(start, fix.start.getTime())
      end = Math.max(end, fix.end.getTime())
    }
  if (start > end) return null
  const devices = seekings.flatMap(({ places }) => places.flatMap(({ place, along }) => [place, ...along]))
  const window = { start: new Date(start), end: new Date(end) }
  return { others, reach, calendars: await readCalendars(trx, devices, window, { now, except }), now }
}

/** Returns the nearest other span of the reach in which one of the places is free. */
export function nearestFree(seeking: Seeking, { others, reach, calendars, now }: Sight): Fix | null {
  return (
    others(seeking, reach).find((fix) => seeking.places.some((each) => isFreeThen(each, fix, calendars, now))) ?? null
  )
}

export function fixView({ kind, minutes, start, end }: Fix): FixView {
  return { kind, minutes, start: start.toISOString(), end: end.toISOString() }
}
