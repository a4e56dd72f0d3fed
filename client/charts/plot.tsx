import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useT } from '../i18n/i18n.ts'
import classes from './charts.module.css'
import type { Cursor } from './cursor.ts'
import {
  type Bounds,
  leftOf,
  momentAt,
  moved,
  type PlotStep,
  pointAt,
  stepFrom,
  topOf,
  zoomed,
} from './plot-geometry.ts'
import type { Scale } from './scale.ts'
import type { CurvePoint } from './series.ts'

export interface PlotProps extends Bounds {
  /** Name of this chart, for the cursor. */
  name: string
  /** Describes the chart in one sentence. */
  label: string
  points: readonly CurvePoint[]
  /** A point holds until the next one. */
  steps?: boolean
  scale: Scale
  cursor: Cursor
  /** A point's value and whatever else there is of it; and all as one text. */
  reading: (point: CurvePoint) => readonly [string, ...(string | null)[]]
  speak: (point: CurvePoint) => string
  /** A span in ms, selected by dragging or keys. */
  onZoom: (a: number, b: number) => void
  /** Back to the whole span. */
  onWhole?: (() => void) | undefined
  /** The drawing itself. */
  children: ReactNode
}

const arrows: Readonly<Record<string, PlotStep>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  PageUp: 'back',
  PageDown: 'forth',
  Home: 'first',
  End: 'last',
}
/** Shorter drags do not select a span, px. */
const minPx = 6

/**
 * Pointer and keyboard of a chart: point at it, drag across it to zoom in, and the same by keys (arrows move the cursor, + and − zoom, Shift with
 * an arrow moves the span, 0 shows everything). The marks are a layer above the drawing, so that pointing redraws nothing.
 */
export function Plot(props: PlotProps) {
  const { name, label, points, steps = false, cursor, speak, onZoom, onWhole, children } = props
  const t = useT()
  const { at, chart } = useSnapshot(cursor)
  const [drawn, setDrawn] = useState<{ a: number; b: number } | null>(null)
  const begun = useRef(0)
  const bounds = { from: props.from, until: props.until }
  const point = at === null ? null : pointAt(points, at, steps)
  const place = (moment: number | null) => {
    cursor.at = moment
    cursor.chart = moment === null ? null : name
  }
  const under = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return momentAt(event.clientX - left, width, bounds)
  }
  const start = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    begun.current = event.clientX
    const moment = under(event)
    place(moment)
    setDrawn({ a: moment, b: moment })
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const move = (event: PointerEvent<HTMLElement>) => {
    const moment = under(event)
    place(moment)
    if (drawn) setDrawn({ a: drawn.a, b: moment })
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    setDrawn(null)
    if (drawn && Math.abs(event.clientX - begun.current) >= minPx) onZoom(drawn.a, under(event))
  }
  const look = (next: Bounds) => onZoom(next.from, next.until)
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const around = at ?? (bounds.from + bounds.until) / 2
    const step = arrows[event.key]
    if (event.shiftKey && event.key === 'ArrowLeft') look(moved(bounds, -0.25))
    else if (event.shiftKey && event.key === 'ArrowRight') look(moved(bounds, 0.25))
    else if (step) place(stepFrom(points, at, step)?.t ?? null)
    else if (event.key === '+' || event.key === '=') look(zoomed(bounds, around, 0.5))
    else if (event.key === '-' || event.key === '_') look(zoomed(bounds, around, 2))
    else if (event.key === '0' && onWhole) onWhole()
    else if (event.key === 'Escape' && at !== null) place(null)
    else return
    event.preventDefault()
  }
  const real = points.filter(({ avg }) => avg !== null).length
  return (
    <div
      className={classes.plot}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={() => setDrawn(null)}
      // Lifting a finger also leaves: its point stays readable.
      onPointerLeave={(event) => drawn === null && event.pointerType !== 'touch' && place(null)}
    >
      <div role="img" aria-label={label} className={classes.drawing}>
        {children}
      </div>
      {drawn && drawn.a !== drawn.b && (
        <div
          className={classes.drawn}
          style={{
            left: leftOf(Math.min(drawn.a, drawn.b), bounds),
            right: `calc(100% - ${leftOf(Math.max(drawn.a, drawn.b), bounds)})`,
          }}
        />
      )}
      {at !== null && at >= bounds.from && at <= bounds.until && (
        <Marks {...props} at={steps ? at : (point?.t ?? at)} point={point} full={chart === name} />
      )}
      <div
        role="slider"
        tabIndex={0}
        className={classes.keys}
        aria-label={t('statistics.chart.cursor', { metric: name })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, real - 1)}
        aria-valuenow={point === null ? 0 : points.filter(({ t: each, avg }) => avg !== null && each < point.t).length}
        aria-valuetext={point === null ? t('statistics.chart.nowhere') : speak(point)}
        onKeyDown={press}
        onBlur={() => place(null)}
      />
    </div>
  )
}

interface MarksProps extends PlotProps {
  at: number
  point: CurvePoint | null
  /** The pointer is on this chart: show everything, not only the value. */
  full: boolean
}

function Marks({ from, until, at, point, scale, full, reading }: MarksProps) {
  const bounds = { from, until }
  const right = at - from > (until - from) / 2
  const [value, ...more] = point === null ? [''] : reading(point)
  return (
    <div aria-hidden="true">
      <div className={classes.line} style={{ left: leftOf(at, bounds) }} />
      {point?.avg !== null && point !== null && (
        <>
          <div className={classes.dot} style={{ left: leftOf(at, bounds), top: topOf(point.avg, scale) }} />
          <div
            className={classes.reading}
            data-full={full || undefined}
            style={
              right
                ? { right: `calc(100% - ${leftOf(at, bounds)} + 10px)` }
                : { left: `calc(${leftOf(at, bounds)} + 10px)` }
            }
          >
            <strong className={classes.readingValue}>{value}</strong>
            {more.map(
              (text) =>
                text !== null && (
                  <span className={classes.readingPart} key={text}>
                    {text}
                  </span>
                ),
            )}
          </div>
        </>
      )}
    </div>
  )
}
