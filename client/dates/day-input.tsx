import { localDate } from '../../machines/booking/calendar.ts'
import { readerZone } from '../i18n/reader-zone.ts'
import { serverNow } from '../ui/clock.ts'
import { DateInput, type DateInputProps } from './date-input.tsx'

type DayInputProps = Omit<DateInputProps, 'withTime' | 'today'> & {
  /** Where the day is meant; the reader's zone unless said otherwise. */
  zone?: string
}

/** A day, 'YYYY-MM-DD'. */
export function DayInput({ zone = readerZone(), ...input }: DayInputProps) {
  return <DateInput {...input} today={localDate(new Date(serverNow()), zone)} />
}
