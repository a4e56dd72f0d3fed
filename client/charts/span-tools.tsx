import { ActionIcon } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/i18n.ts'
import { serverNow } from '../ui/clock.ts'
import { Icon } from '../ui/icons.tsx'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import { boundsOf, namedSpans, pieceOf, type Span, type SpanName, shifted } from './span.ts'
import { SpanForm } from './span-form.tsx'
import classes from './span-tools.module.css'

interface SpanToolsProps {
  span: Span
  zone: string
  onChange: (span: Span) => void
}
const names = Object.keys(namedSpans) as SpanName[]

/** Chooses the span: a named one, earlier, later, or two moments by the site's clock. */
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
        className={classes.names}
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
        <SpanForm
          key={JSON.stringify(span)}
          {...boundsOf(span, serverNow())}
          zone={zone}
          trouble={(from, until) => (from >= until ? t('refusal.span-empty') : null)}
          onChange={(from, until) => {
            setOpen(false)
            onChange(pieceOf(from, until, serverNow()))
          }}
        />
      )}
    </div>
  )
}
