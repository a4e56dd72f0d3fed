import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { MomentInput } from '../dates/moment-input.tsx'
import { useT } from '../i18n/i18n.ts'
import classes from './span-tools.module.css'

interface SpanFormProps {
  /** Initial values of the fields, ms. */
  from: number
  until: number
  zone: string
  /** Returns what is wrong with a span, as a sentence; null = valid. */
  trouble: (from: number, until: number) => string | null
  onChange: (from: number, until: number) => void
}

/** Two moments by the site's clock. */
export function SpanForm({ zone, trouble, onChange, ...bounds }: SpanFormProps) {
  const t = useT()
  const [start, setStart] = useState<number | null>(bounds.from)
  const [end, setEnd] = useState<number | null>(bounds.until)
  const wrong = start !== null && end !== null ? trouble(start, end) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (start !== null && end !== null && wrong === null) onChange(start, end)
  }
  return (
    <form className={classes.custom} onSubmit={submit}>
      <MomentInput
        label={t('insight.span.from')}
        value={start}
        zone={zone}
        max={end ?? undefined}
        required
        withAsterisk={false}
        onChange={setStart}
      />
      <MomentInput
        label={t('insight.span.until')}
        value={end}
        zone={zone}
        required
        withAsterisk={false}
        error={wrong ?? undefined}
        onChange={setEnd}
      />
      <Button type="submit" variant="default">
        {t('insight.span.show')}
      </Button>
    </form>
  )
}
