import type { Metric } from '../../contract/insight.ts'
import classes from './curves.module.css'
import { formatMetric } from './metrics.ts'
import type { CurvePoint } from './series.ts'

/** A mean, with minimum and maximum below where they differ. */
export function MetricCell({ metric, point }: { metric: Metric; point: CurvePoint | undefined }) {
  if (point?.avg === undefined || point.avg === null) return '–'
  const [low, high] = point.band ?? [point.avg, point.avg]
  return (
    <>
      {formatMetric(metric, point.avg)}
      {low !== high && (
        <small className={classes.band}>
          {formatMetric(metric, low)} – {formatMetric(metric, high)}
        </small>
      )}
    </>
  )
}
