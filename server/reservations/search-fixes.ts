import type { Knex } from 'knex'
import type { FixView } from '../../contract/booking.ts'
import { fixes } from '../../machines/booking/nearest-fix.ts'
import type { Fix } from '../../machines/booking/types.ts'
import type { Span } from './facts.ts'
import type { SiteAccessTime } from './read-access-times.ts'
import { type Calendars, isFreeThen, type Moment, readCalendars } from './search-calendar.ts'
import type { PlaceWithWay } from './search-standing.ts'

/** Places of one type at one site, under its access times, for which another span is sought. */
export interface Seeking {
  readonly timeZone: string
  readonly accessTimes: readonly SiteAccessTime[]
  readonly typeId: number
  readonly places: readonly PlaceWithWay[]
}

const dayMs = 86_400_000

/**
 * The other spans that pass the access times of a type, the nearest first (rule B-17). Sites of one zone share access times, so each set is
 * judged once a call.
 */
export type OtherSpans = (seeking: Omit<Seeking, 'places'>) => readonly Fix[]
export function otherSpans({ start, end }: Span, now: Date): OtherSpans {
  const known = new Map<string, readonly Fix[]>()
  return ({ timeZone, accessTimes, typeId }) => {
    const key = `${timeZone} ${typeId} ${accessTimes.map(({ id }) => id).join()}`
    const found = known.get(key) ?? [
      ...fixes({ start, end, deviceTypeId: typeId, licencePlate: null }, accessTimes, { now, timeZone, stage: 'hold' }),
    ]
    known.set(key, found)
    return found
  }
}

/**
 * The calendars of all these places for the spans that are sought for them: those that begin within a day, or all of them. Null when there is
 * nothing to seek.
 */
export async function readForFixes(
  trx: Knex,
  seekings: readonly Seeking[],
  others: OtherSpans,
  { wish, now, near, except }: Moment & { wish: Span; near: boolean },
): Promise<Calendars | null> {
  const spans = seekings.flatMap((seeking) => others(seeking)).filter((fix) => !near || isNear(fix, wish))
  if (spans.length === 0) return null
  const window = {
    start: new Date(Math.min(...spans.map(({ start }) => start.getTime()))),
    end: new Date(Math.max(...spans.map(({ end }) => end.getTime()))),
  }
  const devices = seekings.flatMap(({ places }) => places.flatMap(({ place, along }) => [place, ...along]))
  return readCalendars(
    trx,
    devices.map(({ deviceId }) => deviceId),
    window,
    { now, except },
  )
}

function isNear(fix: Span, wish: Span): boolean {
  return fix.end.getTime() <= wish.end.getTime() + dayMs && fix.start.getTime() >= wish.start.getTime() - dayMs
}

/** The nearest other span in which one of the places is free, as far as the calendars reach. */
export function nearestFree(seeking: Seeking, others: OtherSpans, calendars: Calendars, now: Date): Fix | null {
  return others(seeking).find((fix) => seeking.places.some((each) => isFreeThen(each, fix, calendars, now))) ?? null
}

export function fixView({ kind, minutes, start, end }: Fix): FixView {
  return { kind, minutes, start: start.toISOString(), end: end.toISOString() }
}
