import { useState } from 'react'
import { localDate } from '../../machines/booking/calendar.ts'
import { formatTime } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { serverNow } from '../ui/clock.ts'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import { DateInput, type DateInputProps } from './date-input.tsx'
import classes from './moment-input.module.css'
import { fieldOf, momentOfField, momentsShown } from './wall.ts'

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

/** A moment on the clock of a site. In the hour that occurs twice one chooses which of the two is meant; the first until then. */
export function MomentInput({ value, zone, min, max, onChange, className, ...input }: MomentInputProps) {
  const t = useT()
  const shown = (moment: number | null | undefined) =>
    moment === null || moment === undefined ? null : fieldOf(moment, zone)
  const both = value === null ? [] : momentsShown(value, zone)
  const [second, setSecond] = useState(both.length > 1 && value === both.at(-1))
  const fixed = input.readOnly === true || input.disabled === true
  const typed = (field: string | null) => {
    const moment = field === null ? null : momentOfField(field, zone)
    if (moment === null) return onChange(null)
    const twins = momentsShown(moment, zone)
    onChange((second ? twins.at(-1) : twins[0]) ?? moment)
  }
  return (
    <div className={className}>
      <DateInput
        {...input}
        withTime
        value={shown(value)}
        min={shown(min) ?? undefined}
        max={shown(max) ?? undefined}
        today={localDate(new Date(serverNow()), zone)}
        onChange={typed}
      />
      {both.length > 1 && (
        <div className={classes.twins}>
          <SegmentedFilter
            wide
            label={t('forms.date.twice', { of: input.label })}
            value={String(value)}
            onChange={(chosen) => {
              setSecond(Number(chosen) !== both[0])
              onChange(Number(chosen))
            }}
            options={both
              .filter((moment) => !fixed || moment === value)
              .map((moment) => ({ value: String(moment), label: formatTime(moment, zone) }))}
          />
        </div>
      )}
    </div>
  )
}
