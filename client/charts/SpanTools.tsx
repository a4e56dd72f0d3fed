import { ActionIcon, Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { serverNow } from '../ui/clock.ts'
import { Icon } from '../ui/icons.tsx'
import { SegmentedFilter } from '../ui/SegmentedFilter.tsx'
import { boundsOf, namedSpans, pieceOf, type Span, type SpanName, shifted } from './span.ts'
import classes from './spanTools.module.css'
import { fieldOf, momentOfField } from './zone.ts'

interface SpanToolsProps {
  span: Span
  zone: string
  onChange: (span: Span) => void
}
const names = Object.keys(namedSpans) as SpanName[]

/** Which span: a named one, earlier, later, or two moments of the site's clock. */
export function SpanTools({ span, zone, onChange }: SpanToolsProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const choose = (name: SpanName | 'custom') => {
    if (name === 'custom') return setOpen(true)
    setOpen(false)
    onChange({ name })
  }
  return (
    <div className={classes.tools}>
      <ActionIcon
        variant="default"
        aria-label={t('insight.span.earlier')}
        onClick={() => onChange(shifted(span, -1, serverNow()))}
      >
        <Icon name="arrowLeft" />
      </ActionIcon>
      <SegmentedFilter
        label={t('insight.curves.span')}
        value={open ? 'custom' : span.name}
        onChange={choose}
        options={[...names, 'custom' as const].map((name) => ({ value: name, label: t(`insight.span.${name}`) }))}
      />
      <ActionIcon
        variant="default"
        aria-label={t('insight.span.later')}
        onClick={() => onChange(shifted(span, 1, serverNow()))}
      >
        <Icon name="arrowRight" />
      </ActionIcon>
      {(open || span.name === 'custom') && (
        <CustomSpan
          key={JSON.stringify(span)}
          span={span}
          zone={zone}
          onChange={(next) => {
            setOpen(false)
            onChange(next)
          }}
        />
      )}
    </div>
  )
}

function CustomSpan({ span, zone, onChange }: SpanToolsProps) {
  const t = useT()
  const bounds = boundsOf(span, serverNow())
  const [from, setFrom] = useState(fieldOf(bounds.from, zone))
  const [until, setUntil] = useState(fieldOf(bounds.until, zone))
  const [start, end] = [momentOfField(from, zone), momentOfField(until, zone)]
  const wrong = start !== null && end !== null && start >= end
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (start !== null && end !== null && !wrong) onChange(pieceOf(start, end, serverNow()))
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
        error={wrong ? t('refusal.span-empty') : undefined}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        {t('insight.span.show')}
      </Button>
    </form>
  )
}
