import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import classes from './span-tools.module.css'
import { fieldOf, momentOfField } from './zone.ts'

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
  const [from, setFrom] = useState(fieldOf(bounds.from, zone))
  const [until, setUntil] = useState(fieldOf(bounds.until, zone))
  const [start, end] = [momentOfField(from, zone), momentOfField(until, zone)]
  const wrong = start !== null && end !== null ? trouble(start, end) : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (start !== null && end !== null && wrong === null) onChange(start, end)
  }
  return (
    <form className={classes.custom} onSubmit={submit}>
      <TextInput
        type="datetime-local"
        label={t('insight.span.from')}
        value={from}
        max={until}
        required
        withAsterisk={false}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={t('insight.span.until')}
        value={until}
        required
        withAsterisk={false}
        error={wrong ?? undefined}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('insight.span.show')}
      </Button>
    </form>
  )
}
