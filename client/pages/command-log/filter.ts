import { startOfDay, timeOnDay } from '../../../machines/booking/calendar.ts'
import type { CommandLogSearch } from './search.ts'

export const pageSize = 15
/** HF-XXXX-XXXX, as a person types it: support finds nothing by less. */
const wholeCode = /^HF-[2-9A-Z]{4}-[2-9A-Z]{4}$/i

export const isWholeCode = (text: string): boolean => wholeCode.test(text.trim())

/** What `control.commandLog` is asked for; `zone` = the reader's, whose days from and until are, both inclusive. */
export function commandLogInput(search: CommandLogSearch, zone: string) {
  const { query, outcome, why, site, device, reservation, run, from, until, page } = search
  return {
    ...(query ? { query } : {}),
    ...(outcome ? { outcome } : {}),
    ...(why ? { allowedBy: why } : {}),
    ...(site ? { siteId: site } : {}),
    ...(device ? { deviceId: device } : {}),
    ...(reservation ? { reservationId: reservation } : {}),
    ...(run ? { runId: run } : {}),
    ...(from ? { from: startOfDay(timeOnDay(from, '12:00', zone), zone).toISOString() } : {}),
    ...(until
      ? { until: new Date(startOfDay(timeOnDay(until, '12:00', zone, 1), zone).getTime() - 1).toISOString() }
      : {}),
    page: page ?? 1,
    limit: pageSize,
  }
}

/** True when anything narrows the list. */
export function isNarrowed({ page: _page, ...rest }: CommandLogSearch): boolean {
  return Object.values(rest).some((value) => value !== undefined)
}

/** The change of the address that takes every filter away. */
export const withoutFilters = {
  query: undefined,
  outcome: undefined,
  why: undefined,
  site: undefined,
  device: undefined,
  reservation: undefined,
  run: undefined,
  from: undefined,
  until: undefined,
  page: undefined,
} satisfies Record<keyof CommandLogSearch, undefined>
