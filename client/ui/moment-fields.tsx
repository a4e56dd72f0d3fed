import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { serverNow } from './clock.ts'
import { fieldsOf, instantOf } from './local-time.ts'
import classes from './moment-fields.module.css'

interface MomentFieldsProps {
  /** Of both fields together: 'Start'. */
  label: string
  at: Date
  /** Whose clock the fields show. */
  zone: string
  error?: string | undefined
  onChange: (at: Date) => void
}

/** Day and time of day on the clock of the site. What is half typed stays in the fields until it is a moment. */
export function MomentFields({ label, at, zone, error, onChange }: MomentFieldsProps) {
  const t = useT()
  const [typed, setTyped] = useState<{ date: string; time: string } | null>(null)
  const { date, time } = typed ?? fieldsOf(at, zone)
  const take = (next: { date: string; time: string }) => {
    setTyped(next)
    const instant = instantOf(next.date, next.time, zone, serverNow())
    if (instant) onChange(instant)
  }
  return (
    <div className={classes.fields} onBlur={() => setTyped(null)}>
      <TextInput
        type="date"
        classNames={{ label: classes.label }}
        label={t('booking.date', { of: label })}
        value={date}
        error={error}
        onChange={(event) => take({ date: event.currentTarget.value, time })}
      />
      <TextInput
        type="time"
        classNames={{ label: classes.label }}
        label={t('booking.time', { of: label })}
        value={time}
        error={error !== undefined}
        onChange={(event) => take({ date, time: event.currentTarget.value })}
      />
    </div>
  )
}
