import { memo, useMemo } from 'react'
import type { Timeline } from '../../../contract/sites/timeline.ts'
import { densityOf, type Lane, lanes } from './density.ts'
import classes from './slider.module.css'

const buckets = 200
const laneHeight = { troubles: 16, bookings: 18, reports: 18 } as const satisfies Record<Lane, number>
const heightPx = lanes.reduce((sum, lane) => sum + laneHeight[lane], 0)

/** How much happened when, a lane for what is wrong, one for what people did, one for what devices said. The list tells the same in words. */
export const Track = memo(function Track({ timeline }: { timeline: Timeline }) {
  const paths = useMemo(() => {
    const counts = densityOf(timeline.events, timeline, buckets)
    let bottom = 0
    return lanes.map((lane) => {
      bottom += laneHeight[lane]
      return { lane, path: barsOf(counts[lane], bottom - 1, laneHeight[lane] - 3) }
    })
  }, [timeline])
  return (
    <svg
      className={classes.track}
      viewBox={`0 0 ${buckets} ${heightPx}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      {paths.map(({ lane, path }) => (
        <path key={lane} d={path} data-lane={lane} />
      ))}
    </svg>
  )
})

/** Bars by the square root, so that a single event is seen beside hundreds. */
function barsOf(counts: readonly number[], bottom: number, height: number): string {
  const most = Math.sqrt(Math.max(1, ...counts))
  return counts
    .map((count, at) => {
      if (count === 0) return ''
      const tall = Math.max(3, (Math.sqrt(count) / most) * height)
      return `M${at} ${bottom}h0.9v${(-tall).toFixed(1)}h-0.9z`
    })
    .join('')
}
