import { VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Timeline } from '../../../contract/sites/timeline.ts'
import { ticksOf } from '../../charts/ticks.ts'
import { wallOf } from '../../charts/zone.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { i18n, useT } from '../../i18n/i18n.ts'
import type { Player } from './player.ts'
import classes from './slider.module.css'
import { Track } from './track.tsx'

const second = 1_000
const minute = 60 * second
const day = 86_400_000

/** Where a key leads to, ms; null = it is none of the slider's. */
export function keyMove(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  at: number,
  { from, until }: { from: number; until: number },
): number | null {
  const step = shiftKey ? minute : second
  if (key === 'ArrowLeft' || key === 'ArrowDown') return at - step
  if (key === 'ArrowRight' || key === 'ArrowUp') return at + step
  if (key === 'PageUp') return at - 10 * minute
  if (key === 'PageDown') return at + 10 * minute
  if (key === 'Home') return from
  return key === 'End' ? until : null
}

/** The span with how much happened when, and the handle at the second that is shown; by hand, finger or key. */
export function Slider({ timeline, player }: { timeline: Timeline; player: Player }) {
  const t = useT()
  const help = useId()
  const handle = useRef<HTMLDivElement>(null)
  const at = useSyncExternalStore(player.subscribe, player.at)
  const compact = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { from, until, coveredUntil, plan } = timeline
  const zone = plan.timeZone
  const ticks = useMemo(() => ticksOf(from, until, zone, compact ? 4 : 9), [from, until, zone, compact])
  const share = (moment: number) => `${((moment - from) / (until - from)) * 100}%`
  const goTo = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const moment = from + ((event.clientX - box.left) / box.width) * (until - from)
    player.go(Math.round(moment / second) * second)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = keyMove(event, player.at(), { from, until: coveredUntil })
    if (next === null) return
    event.preventDefault()
    player.pause()
    player.go(next)
  }
  return (
    <div className={classes.slider}>
      <div
        className={classes.surface}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          handle.current?.focus()
          player.pause()
          goTo(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event)
        }}
      >
        <Track timeline={timeline} />
        {coveredUntil < until && <div className={classes.missing} style={{ left: share(coveredUntil) }} />}
        {ticks.at.map((tick) => (
          <span key={tick} className={classes.tick} style={{ left: share(tick) }} aria-hidden="true" />
        ))}
        <div
          ref={handle}
          className={classes.handle}
          role="slider"
          tabIndex={0}
          aria-label={t('time-machine.slider')}
          aria-describedby={help}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={Math.round((coveredUntil - from) / second)}
          aria-valuenow={Math.round((at - from) / second)}
          aria-valuetext={formatDateTime(at, zone, { seconds: true })}
          style={{ left: share(at) }}
          onKeyDown={onKeyDown}
        >
          <span className={classes.needle} />
          <span className={classes.knob} />
        </div>
      </div>
      <div className={classes.labels} aria-hidden="true">
        {ticks.at.map((tick) => (
          <span className={classes.labelsPart} key={tick} style={{ left: share(tick) }}>
            {tickText(tick, ticks.unit, zone)}
          </span>
        ))}
      </div>
      <div className={classes.ends}>
        <span>{formatDateTime(from, zone)}</span>
        <span>{formatDateTime(until, zone)}</span>
      </div>
      <VisuallyHidden id={help}>{t('time-machine.slider.help')}</VisuallyHidden>
    </div>
  )
}

/** A tick in few letters: the time of day, at midnight and for long spans the day. The ends of the span are written out below. */
function tickText(at: number, unit: 'time' | 'day' | 'month', zone: string): string {
  const locale = i18n.language === 'en' ? 'en-GB' : i18n.language
  const midnight = wallOf(at, zone) % day === 0
  const options: Intl.DateTimeFormatOptions =
    unit === 'time' && !midnight ? { hour: '2-digit', minute: '2-digit' } : { day: '2-digit', month: '2-digit' }
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(at)
}
