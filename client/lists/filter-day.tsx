import { localDate, startOfDay, timeOnDay } from '../../machines/booking/calendar.ts'
import { DayInput } from '../dates/day-input.tsx'
import { readerZone } from '../i18n/reader-zone.ts'
import classes from './lists.module.css'

interface FilterDayProps {
  label: string
  /** The instant that the list is filtered by. */
  value: string | undefined
  /** Filters up to the end of the day; default: from its beginning. */
  end?: boolean
  onChange: (value: string | undefined) => void
}

/** A filter by a day of the reader, stored as the instant at which the day begins or ends. */
export function FilterDay({ label, value, end = false, onChange }: FilterDayProps) {
  const zone = readerZone()
  return (
    <DayInput
      className={classes.day ?? ''}
      classNames={{ label: classes.dayLabel }}
      label={label}
      value={value === undefined ? null : localDate(new Date(value), zone)}
      onChange={(day) => onChange(day === null ? undefined : boundOf(day, end, zone))}
    />
  )
}

/** Returns the first instant of a day, or its last millisecond: days have 23 to 25 hours. */
export function boundOf(day: string, end: boolean, zone: string): string {
  const begin = startOfDay(timeOnDay(day, '12:00', zone, end ? 1 : 0), zone)
  return new Date(begin.getTime() - (end ? 1 : 0)).toISOString()
}
