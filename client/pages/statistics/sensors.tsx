import { useMemo, useState } from 'react'
import { metrics } from '../../../contract/insight.ts'
import type { SensorHistory } from '../../../contract/statistics.ts'
import { sensorHistory } from '../../../contract/statistics.ts'
import { createCursor } from '../../charts/cursor.ts'
import curves from '../../charts/curves.module.css'
import { steps } from '../../charts/resolution.ts'
import { curveOf } from '../../charts/series.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Lazy } from '../../ui/lazy.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { alignedCurve } from './align.ts'
import { ChartPanel } from './chart-panel.tsx'
import { fileNameOf } from './columns.ts'
import { MetricChoice } from './metric-choice.tsx'
import { sensorColumns, sensorRows } from './sensor-table.tsx'
import type { Piece } from './spans.ts'
import { type Held, useHeld } from './use-held.ts'
import type { Shown } from './use-shown.ts'

const metricChart = lazyPart(
  () => import('../../charts/metric-chart.tsx'),
  ({ MetricChart }) => MetricChart,
)

const curvesOf = ({ view, of }: Held<SensorHistory>) =>
  metrics.map(
    (metric) =>
      [metric, curveOf(view.series[metric] ?? [], [], metric, { ...of, gapMs: view.gapSeconds * 1_000 })] as const,
  )

/** The sensor logs of the target over the span, against another one when there is one (LIVE-5). */
export function Sensors({
  shown,
  onMetrics,
}: {
  shown: Shown
  onMetrics: (chosen: (typeof metrics)[number][] | undefined) => void
}) {
  const t = useT()
  const { target, search, piece, other } = shown
  const [cursor] = useState(createCursor)
  const chosen = search.metrics ?? metrics
  const ask = ({ from, until }: Piece) => ({
    scope: target.scope,
    targetId: target.id,
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
    metrics: metrics.filter((metric) => chosen.includes(metric)),
  })
  const now = useQuery(sensorHistory, ask(piece))
  const before = useQuery(sensorHistory, other && ask(other))
  const held = useHeld(now, piece)
  const formerHeld = useHeld(before, other)
  const answered = useMemo(() => held && curvesOf(held), [held])
  const compared = other !== null
  const former = useMemo(() => {
    if (!compared || formerHeld === null || held === null) return null
    return new Map(
      curvesOf(formerHeld).map(([metric, points]) => [
        metric,
        alignedCurve(points, held.of, formerHeld.of, target.zone),
      ]),
    )
  }, [compared, formerHeld, held, target.zone])
  const drawn = useMemo(() => (answered ?? []).filter(([metric]) => chosen.includes(metric)), [answered, chosen])
  const rows = useMemo(() => sensorRows(drawn, former), [drawn, former])
  const columns = useMemo(
    () =>
      sensorColumns(
        drawn.map(([metric]) => metric),
        former !== null,
        target.zone,
        t,
      ),
    [drawn, former, target.zone, t],
  )
  const choice = <MetricChoice chosen={chosen} onChange={onMetrics} />
  if (now.refusal !== null && !now.asking)
    return <ErrorState text={refusalText(now.refusal)} supportCode={now.refusal.supportCode} onRetry={now.retry} />
  if (held === null) return <RowsSkeleton rows={3} height="12rem" />
  const { resolution, devices, readings } = held.view
  return (
    <>
      {before.refusal !== null && !before.asking && compared && (
        <Alert severity="warning">{t('statistics.compare.failed', { why: refusalText(before.refusal) })}</Alert>
      )}
      <ChartPanel
        title={t('insight.curves.title')}
        drawing={t('insight.view.curve')}
        fileName={fileNameOf({ target, piece: held.of })}
        columns={columns}
        rows={rows}
        rowId={({ t: at }) => at}
        waiting={now.asking || before.asking}
        tools={choice}
        note={
          <>
            <span>
              {resolution === 'raw'
                ? t('insight.resolution.raw')
                : t('insight.resolution.other', { step: steps[resolution] })}
            </span>
            <span>{t('insight.curves.readings', { count: readings })}</span>
            {target.scope !== 'device' && <span>{t('statistics.sensors.over', { count: devices })}</span>}
            {compared && <span className={curves.dashed}>{t('statistics.compare.dashed')}</span>}
          </>
        }
      >
        {rows.length === 0 ? (
          <EmptyState icon="chart" title={t('insight.curves.empty.title')} text={t('statistics.sensors.empty')} />
        ) : (
          <Lazy part={metricChart} waiting={<RowsSkeleton rows={2} height="12rem" />}>
            {(MetricChart) => (
              <>
                <div className={curves.grid}>
                  {drawn.map(([metric, points]) => (
                    <MetricChart
                      key={metric}
                      metric={metric}
                      points={points}
                      other={former?.get(metric)}
                      {...held.of}
                      zone={target.zone}
                      cursor={cursor}
                      onZoom={shown.zoom}
                      onWhole={shown.whole}
                    />
                  ))}
                </div>
                <p className={curves.hint}>{t('statistics.chart.hint')}</p>
              </>
            )}
          </Lazy>
        )}
      </ChartPanel>
    </>
  )
}
