import { Button } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { ReadingView } from '../../contract/devices.ts'
import { metrics } from '../../contract/insight.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { serverNow } from '../ui/clock.ts'
import { Icon } from '../ui/icons.tsx'
import { Lazy } from '../ui/lazy.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Panel } from '../ui/page.tsx'
import { SegmentedFilter } from '../ui/segmented-filter.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { createCursor } from './cursor.ts'
import { CurveTable } from './curve-table.tsx'
import classes from './curves.module.css'
import { steps } from './resolution.ts'
import { curveOf } from './series.ts'
import { boundsOf, pieceOf, type Span } from './span.ts'
import { SpanTools } from './span-tools.tsx'
import { useHistory } from './use-history.ts'

const metricChart = lazyPart(
  () => import('./metric-chart.tsx'),
  ({ MetricChart }) => MetricChart,
)

interface CurvesProps {
  deviceId: number
  zone: string
  /** Readings as they arrive, oldest first. */
  readings: readonly ReadingView[]
  /** Changes after a reconnect: the curves are loaded again. */
  revive: unknown
}

/** The sensor curves of a device over a span, as curves or as a table; new readings appear at the end (LIVE-5). */
export function Curves({ deviceId, zone, readings, revive }: CurvesProps) {
  const t = useT()
  const [span, setSpan] = useState<Span>({ name: 'day' })
  const [whole, setWhole] = useState<Span | null>(null)
  const [cursor] = useState(createCursor)
  const [look, setLook] = useState<'curve' | 'table'>('curve')
  const { history, loading, refusal, retry } = useHistory(deviceId, span, revive)
  const choose = useCallback((next: Span) => {
    setWhole(null)
    setSpan(next)
  }, [])
  const zoom = useCallback(
    (a: number, b: number) => {
      setWhole((before) => before ?? span)
      setSpan(pieceOf(a, b, serverNow()))
    },
    [span],
  )
  const shown = useMemo(() => {
    if (history === null) return null
    const lastReading = readings.at(-1)
    const moving = span.name !== 'custom'
    const until = moving && lastReading ? Math.max(history.until, Date.parse(lastReading.at)) : history.until
    const from = moving ? boundsOf(span, until).from : history.from
    const gapMs = history.reply.gapSeconds * 1_000
    const curves = metrics.map(
      (metric) =>
        [metric, curveOf(history.reply.series[metric] ?? [], readings, metric, { from, until, gapMs })] as const,
    )
    return { from, until, curves }
  }, [history, readings, span])
  const empty = shown?.curves.every(([, points]) => points.length === 0) ?? true
  const resolution = history?.reply.resolution
  return (
    <Panel
      title={t('insight.curves.title')}
      aside={
        <SegmentedFilter
          label={t('insight.view.label')}
          value={look}
          onChange={setLook}
          options={[
            { value: 'curve', label: t('insight.view.curve'), icon: 'chart' },
            { value: 'table', label: t('common.table'), icon: 'menu' },
          ]}
        />
      }
    >
      <div className={classes.tools}>
        <SpanTools span={span} zone={zone} onChange={choose} />
        {whole !== null && (
          <Button variant="light" leftSection={<Icon name="search" size={18} />} onClick={() => choose(whole)}>
            {t('insight.span.back')}
          </Button>
        )}
      </div>
      <p className={classes.note} role="status">
        <span>{t('insight.curves.zone', { zone })}</span>
        {resolution !== undefined && (
          <span>
            {resolution === 'raw'
              ? t('insight.resolution.raw')
              : t('insight.resolution.other', { step: steps[resolution] })}
          </span>
        )}
        {history !== null && <span>{t('insight.curves.readings', { count: history.reply.readings })}</span>}
        {loading && history !== null && <span>{t('insight.curves.updating')}</span>}
      </p>
      {history === null && loading && <RowsSkeleton rows={2} height="12rem" />}
      {refusal !== null && !loading && (
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      )}
      {refusal === null && shown !== null && empty && (
        <EmptyState icon="chart" title={t('insight.curves.empty.title')} text={t('insight.curves.empty.text')} />
      )}
      {refusal === null && shown !== null && !empty && look === 'curve' && (
        <Lazy part={metricChart} waiting={<RowsSkeleton rows={2} height="12rem" />}>
          {(MetricChart) => (
            <>
              <div className={classes.grid} data-loading={loading || undefined}>
                {shown.curves.map(([metric, points]) => (
                  <MetricChart
                    key={metric}
                    metric={metric}
                    points={points}
                    from={shown.from}
                    until={shown.until}
                    zone={zone}
                    cursor={cursor}
                    onZoom={zoom}
                    onWhole={whole === null ? undefined : () => choose(whole)}
                  />
                ))}
              </div>
              <p className={classes.hint}>{t('insight.curves.hint')}</p>
            </>
          )}
        </Lazy>
      )}
      {refusal === null && shown !== null && !empty && look === 'table' && (
        <CurveTable curves={shown.curves} zone={zone} />
      )}
    </Panel>
  )
}
