import { localDate } from '../../machines/booking/calendar.ts'
import { serverNow } from '../ui/clock.ts'
import { DateInput, type DateInputProps } from './date-input.tsx'
import { fieldOf, momentOfField } from './wall.ts'

type MomentInputProps = Omit<DateInputProps, 'value' | 'withTime' | 'today' | 'min' | 'max' | 'onChange'> & {
  /** ms; null = none. */
  value: number | null
  /** Whose clock the field shows. */
  zone: string
  min?: number | undefined
  max?: number | undefined
  /** Null = emptied, or what is typed is no moment. */
  onChange: (value: number | null) => void
}

/** A moment on the clock of a site. Of an hour that comes twice a moment stays the one it is until another is typed, which is the first. */
export function MomentInput({ value, zone, min, max, onChange, ...input }: MomentInputProps) {
  const shown = (moment: number | null | undefined) =>
    moment === null || moment === undefined ? null : fieldOf(moment, zone)
  return (
    <DateInput
      {...input}
      withTime
      value={shown(value)}
      min={shown(min) ?? undefined}
      max={shown(max) ?? undefined}
      today={localDate(new Date(serverNow()), zone)}
      onChange={(field) => onChange(field === null ? null : momentOfField(field, zone))}
    />
  )
}
