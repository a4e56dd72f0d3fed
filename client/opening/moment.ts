import { formatDate, formatDateTime, formatTime } from '../i18n/format.ts'

/** When something is, for somebody who stands there now: the time alone where it is today at the place, else with its day. */
export function momentText(at: string | number | Date, now: number, zone: string): string {
  return formatDate(at, zone) === formatDate(now, zone) ? formatTime(at, zone) : formatDateTime(at, zone)
}
