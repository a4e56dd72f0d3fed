import { startOfDay, timeOnDay } from '../../../machines/booking/calendar.ts'
import type { MalfunctionSearch } from './search.ts'

export const pageSize = 15

/** What `insight.pastMalfunctions` is asked for; `zone` = the reader's, whose days from and until are, both inclusive. */
export function pastInput({ kind, zone: zoneId, site, device, from, until, page }: MalfunctionSearch, zone: string) {
  const dayStart = (day: string, later = 0) => startOfDay(timeOnDay(day, '12:00', zone, later), zone).toISOString()
  return {
    ...(kind ? { kind } : {}),
    ...(zoneId ? { zoneId } : {}),
    ...(site ? { siteId: site } : {}),
    ...(device ? { deviceId: device } : {}),
    ...(from ? { from: dayStart(from) } : {}),
    ...(until ? { until: dayStart(until, 1) } : {}),
    page: page ?? 1,
    limit: pageSize,
  }
}
