import { ActionIcon, Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { MomentInput } from '../../dates/moment-input.tsx'
import { formatSpan } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { type Bounds, longestMs, namedSpans, type SpanName, shifted, shortestMs } from './bounds.ts'
import classes from './time-machine.module.css'

interface SpanChoiceProps {
  bounds: Bounds
  /** Null = two moments of one's own. */
  name: SpanName | null
  /** The site's; undefined = not known yet. */
  zone: string | undefined
  onName: (name: SpanName) => void
  onBounds: (bounds: Bounds) => void
}
const names = Object.keys(namedSpans) as SpanName[]
/** Nearer to now than this there is nothing after it, ms. */
const latestMs = 60_000

/** Which span: the last so-and-so long, the one before or after, or two moments of the site's clock. */
export function SpanChoice({ bounds, name, zone, onName, onBounds }: SpanChoiceProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const latest = serverNow() - bounds.until < latestMs
  const shift = (by: -1 | 1) => onBounds(shifted(bounds, by, serverNow()))
  return (
    <div className={classes.span}>
      <SegmentedFilter
        className={classes.named}
        label={t('time-machine.span')}
        value={open || name === null ? 'custom' : name}
        onChange={(value) => {
          setOpen(value === 'custom')
          if (value !== 'custom') onName(value)
        }}
        options={[...names, 'custom' as const].map((value) => ({ value, label: t(`time-machine.span.${value}`) }))}
      />
      <span className={classes.pair}>
        <ActionIcon variant="default" aria-label={t('time-machine.span.earlier')} onClick={() => shift(-1)}>
          <Icon name="arrowLeft" />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t(latest ? 'time-machine.span.latest' : 'time-machine.span.later')}
          title={t(latest ? 'time-machine.span.latest' : 'time-machine.span.later')}
          {...(latest ? { 'data-disabled': true } : {})}
          aria-disabled={latest}
          onClick={() => !latest && shift(1)}
        >
          <Icon name="arrowRight" />
        </ActionIcon>
      </span>
      {!open && name === null && (
        <Button variant="subtle" leftSection={<Icon name="edit" size={18} />} onClick={() => setOpen(true)}>
          {zone === undefined ? t('time-machine.span.custom') : formatSpan(bounds.from, bounds.until, zone)}
        </Button>
      )}
      {open && zone !== undefined && (
        <OwnSpan
          bounds={bounds}
          zone={zone}
          onBounds={(next) => {
            setOpen(false)
            onBounds(next)
          }}
        />
      )}
    </div>
  )
}

interface OwnSpanProps {
  bounds: Bounds
  zone: string
  onBounds: (bounds: Bounds) => void
}

function OwnSpan({ bounds, zone, onBounds }: OwnSpanProps) {
  const t = useT()
  const [start, setStart] = useState<number | null>(bounds.from)
  const [end, setEnd] = useState<number | null>(bounds.until)
  const wrong =
    start !== null &&
    end !== null &&
    (end - start < shortestMs || end - start > longestMs || start > serverNow() - shortestMs)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (start !== null && end !== null && !wrong) onBounds({ from: start, until: Math.min(end, serverNow()) })
  }
  return (
    <form className={classes.own} onSubmit={submit}>
      <MomentInput
        label={t('time-machine.span.from')}
        value={start}
        zone={zone}
        required
        withAsterisk={false}
        onChange={setStart}
      />
      <MomentInput
        label={t('time-machine.span.until')}
        value={end}
        zone={zone}
        required
        withAsterisk={false}
        error={wrong ? t('time-machine.span.wrong') : undefined}
        onChange={setEnd}
      />
      <Button type="submit" variant="default">
        {t('time-machine.span.show')}
      </Button>
    </form>
  )
}
