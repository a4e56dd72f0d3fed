import { addInZone, localDate, startOfDay, timeOnDay } from '../../../machines/booking/calendar.ts'
import type { ReservationState } from '../../../machines/reservation-rules.ts'
import type { LookedAfter } from './looked-after.ts'
import type { BookingSearch } from './search.ts'

/** Default filters of the operators' list (specification: business constants). */
export const defaultStates: readonly ReservationState[] = ['RESERVED', 'STORNO']
/** The price range ends here; this far right it has no upper limit. */
export const openPriceEuros = 15

export interface Bounds {
  /** ISO; undefined = open. */
  readonly since: string | undefined
  readonly until: string | undefined
}

const last = (limit: Date) => new Date(limit.getTime() - 1).toISOString()

/**
 * The moments between which a listed reservation starts, both inclusive, for a clock in `zone`. The default runs from the start of today to
 * the end of the day one month ahead.
 */
export function startBounds({ window = 'month', from, until }: BookingSearch, now: Date, zone: string): Bounds {
  const today = startOfDay(now, zone)
  const endAfter = (amount: number, unit: 'days' | 'months') =>
    last(startOfDay(addInZone(addInZone(today, amount, unit, zone), 1, 'days', zone), zone))
  switch (window) {
    case 'all':
      return { since: undefined, until: undefined }
    case 'today':
      return { since: today.toISOString(), until: endAfter(0, 'days') }
    case 'week':
      return { since: today.toISOString(), until: endAfter(6, 'days') }
    case 'past':
      return { since: startOfDay(addInZone(today, -1, 'months', zone), zone).toISOString(), until: endAfter(0, 'days') }
    case 'custom':
      return {
        since: from && startOfDay(timeOnDay(from, '12:00', zone), zone).toISOString(),
        until: until && last(startOfDay(timeOnDay(until, '12:00', zone, 1), zone)),
      }
    default:
      return { since: today.toISOString(), until: endAfter(1, 'months') }
  }
}

/** The days that stand in the fields when somebody begins to choose his own. */
export function customDays(search: BookingSearch, now: Date, zone: string): { from: string; until: string } {
  const { since, until } = startBounds(search, now, zone)
  const today = localDate(now, zone)
  return {
    from: since === undefined ? today : localDate(new Date(since), zone),
    until: until === undefined ? today : localDate(new Date(until), zone),
  }
}

/** What the filters of the address mean to `reservations.list`; `mine` = the reader sees his own where the address says nothing. */
export function filtersOf(search: BookingSearch, now: Date, zone: string, mine: boolean) {
  const { since, until } = startBounds(search, now, zone)
  return {
    states: [...(search.states ?? defaultStates)],
    managedByMe: search.mine ?? mine,
    ...(search.min ? { priceMin: search.min * 100 } : {}),
    ...(search.max === undefined || search.max >= openPriceEuros ? {} : { priceMax: search.max * 100 }),
    ...(since === undefined ? {} : { startSince: since }),
    ...(until === undefined ? {} : { startUntil: until }),
    ...(search.site === undefined ? {} : { siteId: search.site }),
  }
}

export const filterNames = ['search', 'states', 'window', 'price', 'mine', 'site'] as const
export type FilterName = (typeof filterNames)[number]

const partsOf: Readonly<Record<FilterName, readonly (keyof BookingSearch)[]>> = {
  search: ['search'],
  states: ['states'],
  window: ['window', 'from', 'until'],
  price: ['min', 'max'],
  mine: ['mine'],
  site: ['site'],
}

/** The filters that differ from their defaults; `who` = whose reservations are usual and whose are wanted where the address says nothing. */
export function activeFilters(search: BookingSearch, who: Pick<LookedAfter, 'usual' | 'mine'>): FilterName[] {
  const { states } = search
  const usual = states?.length === defaultStates.length && defaultStates.every((state) => states.includes(state))
  return filterNames.filter((name) => {
    if (name === 'states') return states !== undefined && !usual
    if (name === 'window') return search.window !== undefined && search.window !== 'month'
    if (name === 'price') return (search.min ?? 0) > 0 || (search.max ?? openPriceEuros) < openPriceEuros
    if (name === 'mine') return (search.mine ?? who.mine) !== who.usual
    return search[name] !== undefined
  })
}

type Change = { [K in keyof BookingSearch]?: BookingSearch[K] | undefined }

/** The change that takes filters away (all by default) and shows the first page. */
export function without(names: readonly FilterName[] = filterNames): Change {
  return Object.fromEntries([...names.flatMap((name) => partsOf[name]), 'page'].map((part) => [part, undefined]))
}

/** The state filter with one state switched; undefined = the default. An empty choice shows everything again. */
export function switchedStates(search: BookingSearch, state: ReservationState): BookingSearch['states'] {
  const now = search.states ?? defaultStates
  const next = now.includes(state) ? now.filter((each) => each !== state) : [...now, state]
  const usual = next.length === defaultStates.length && defaultStates.every((each) => next.includes(each))
  return next.length === 0 || usual ? undefined : next
}

/** A month of a report: its first moment, its last, and the file's name. `month` = 'YYYY-MM'. */
export function reportOf(month: string, zone: string, tenant: string): { since: string; until: string; name: string } {
  const start = startOfDay(timeOnDay(`${month}-01`, '12:00', zone), zone)
  const next = startOfDay(addInZone(start, 1, 'months', zone), zone)
  const [year = '', number = ''] = month.split('-')
  const clean = tenant.normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-')
  return {
    since: start.toISOString(),
    until: last(next),
    name: `${year}_${number}_${clean.replace(/^-|-$/g, '')}_Reservierungen.csv`,
  }
}
