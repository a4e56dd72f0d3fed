import { VisuallyHidden } from '@mantine/core'
import { useCallback, useSyncExternalStore } from 'react'
import { holdMs } from '../../../machines/reservation-rules.ts'
import { formatCountdown } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './hold-clock.module.css'

/** Moments at which the time left is read aloud, s. */
const said = [10, 30, 60]

/** Seconds left of a hold, by the server's clock. */
export function useLeft(until: number | null): number {
  const subscribe = useCallback((listener: () => void) => (until === null ? () => {} : onTick(500, listener)), [until])
  return useSyncExternalStore(subscribe, () =>
    until === null ? 0 : Math.max(0, Math.ceil((until - serverNow()) / 1_000)),
  )
}

/** A small visual copy: on the phone beside the button, where the large one may be out of view. */
export function TimeLeft({ until }: { until: number }) {
  const left = useLeft(until)
  return (
    <span className={classes.small} data-short={left <= 30 || undefined} aria-hidden="true">
      <Icon name="wait" size={16} />
      {formatCountdown(left)}
    </span>
  )
}

/** The time left, large; announced to screen readers only now and then (HOLD-2). */
export function HoldClock({ until }: { until: number }) {
  const t = useT()
  const left = useLeft(until)
  const step = said.find((each) => left <= each)
  return (
    <div className={classes.clock} data-short={left <= 30 || undefined}>
      <Icon name="wait" size={22} />
      <p className={classes.clockText}>
        <span>{t('booking.hold.left')}</span>
        <strong className={classes.clockStrong} role="timer" aria-live="off">
          {formatCountdown(left)}
        </strong>
      </p>
      <span className={classes.bar} aria-hidden="true">
        <span className={classes.barPart} style={{ scale: `${Math.min(1, (left * 1_000) / holdMs)} 1` }} />
      </span>
      <VisuallyHidden role="status">
        {step !== undefined && left > 0 ? t('booking.hold.leftSaid', { seconds: step }) : ''}
      </VisuallyHidden>
    </div>
  )
}
