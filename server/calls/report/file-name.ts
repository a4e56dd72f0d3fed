import { Temporal } from 'temporal-polyfill'

/** year_month_tenant_Reservierungen.csv: the month of an instant in a time zone, and the company's name without characters that file systems reject. */
export function reportName(at: Date, timeZone: string, company: string): string {
  const { year, month } = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone)
  const clean = company
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${year}_${String(month).padStart(2, '0')}_${clean || 'alle'}_Reservierungen.csv`
}
