import { formatDate, formatDateTime, formatTime } from '../i18n/format.ts'

/** A time for somebody at the place: only the time if it is today there, else with the day. */
export function momentText(at: string | number | Date, now: number, zone: string): string {
  return formatDate(at, zone) === formatDate(now, zone) ? formatTime(at, zone) : formatDateTime(at, zone)
}
