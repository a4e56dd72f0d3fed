import { ActionIcon, Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { SpanForm } from '../../charts/span-form.tsx'
import { MomentInput } from '../../dates/moment-input.tsx'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { type Comparison, comparisons, type Preset, presets } from './search.ts'
import { troubleOf } from './spans.ts'
import classes from './statistics.module.css'
import type { Shown } from './use-shown.ts'

/** Which span, and what it is compared with, in the calendar of the site. */
export function SpanChoice({ shown }: { shown: Shown }) {
  const t = useT()
  const { search, piece, target } = shown
  const [open, setOpen] = useState(false)
  const custom = search.from !== undefined && search.until !== undefined
  const value = open || custom ? 'custom' : (search.span ?? 'week')
  const choose = (next: Preset | 'custom') => {
    setOpen(next === 'custom')
    if (next !== 'custom') shown.choose({ span: next === 'week' ? undefined : next, from: undefined, until: undefined })
  }
  const trouble = (from: number, until: number) => {
    const code = troubleOf({ from, until })
    return code === 'span-empty'
      ? t('statistics.span.short')
      : code === 'span-too-long'
        ? t('statistics.span.long')
        : null
  }
  const tools = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const chosen = tools.current?.querySelector<HTMLElement>('[data-checked]')
    const row = chosen?.parentElement
    // On the phone the row is wider than the screen: what is chosen must be in view.
    if (value && row) row.scrollLeft += chosen.getBoundingClientRect().left - row.getBoundingClientRect().left - 16
  }, [value])
  return (
    <div className={classes.spans}>
      <div ref={tools} className={classes.tools}>
        <ActionIcon variant="default" aria-label={t('insight.span.earlier')} onClick={() => shown.step(-1)}>
          <Icon name="arrowLeft" />
        </ActionIcon>
        <SegmentedFilter
          className={classes.choice}
          label={t('insight.curves.span')}
          value={value}
          onChange={choose}
          options={[
            ...presets.map((preset) => ({ value: preset, label: t(`statistics.span.${preset}`) })),
            { value: 'custom' as const, label: t('insight.span.custom') },
          ]}
        />
        <ActionIcon variant="default" aria-label={t('insight.span.later')} onClick={() => shown.step(1)}>
          <Icon name="arrowRight" />
        </ActionIcon>
        {shown.whole && (
          <Button variant="light" leftSection={<Icon name="search" size={18} />} onClick={shown.whole}>
            {t('insight.span.back')}
          </Button>
        )}
      </div>
      <div className={classes.row}>
        {value === 'custom' && (
          <SpanForm
            key={`${piece.from} ${piece.until}`}
            {...piece}
            zone={target.zone}
            trouble={trouble}
            onChange={(from, until) => {
              setOpen(false)
              shown.choose({ from: new Date(from).toISOString(), until: new Date(until).toISOString() })
            }}
          />
        )}
        <Compare shown={shown} />
      </div>
      <p className={classes.note}>
        <span>
          {t('statistics.span.shown', {
            from: formatDateTime(piece.from, target.zone),
            until: formatDateTime(piece.until, target.zone),
          })}
        </span>
        {shown.other && (
          <span>
            {t('statistics.compare.shown', {
              from: formatDateTime(shown.other.from, target.zone),
              until: formatDateTime(shown.other.until, target.zone),
            })}
          </span>
        )}
        <span>{t('insight.curves.zone', { zone: target.zone })}</span>
      </p>
    </div>
  )
}

function Compare({ shown }: { shown: Shown }) {
  const t = useT()
  const { search, target, piece } = shown
  const value = search.compare ?? 'none'
  const since = search.since === undefined ? piece.from : Date.parse(search.since)
  const choose = (next: Comparison) =>
    shown.compare({
      compare: next === 'none' ? undefined : next,
      since: next === 'own' ? new Date(shown.other?.from ?? piece.from).toISOString() : undefined,
    })
  return (
    <div className={`${classes.compare} ${classes.rowBlock}`}>
      <SelectField
        label={t('statistics.compare.label')}
        value={value}
        data={comparisons.map((each) => ({ value: each, label: t(`statistics.compare.${each}`) }))}
        onChange={(next) => choose(next)}
      />
      {value === 'own' && (
        <MomentInput
          label={t('statistics.compare.since')}
          value={since}
          zone={target.zone}
          onChange={(moment) =>
            moment !== null && shown.compare({ compare: 'own', since: new Date(moment).toISOString() })
          }
        />
      )}
    </div>
  )
}
