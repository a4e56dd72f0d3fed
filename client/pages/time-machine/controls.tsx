import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { useState, useSyncExternalStore } from 'react'
import type { Timeline } from '../../../contract/sites/timeline.ts'
import type { FoldedTimeline } from '../../../contract/sites/timeline-entries.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { isoSecond } from './bounds.ts'
import { type Player, type Speed, speeds } from './player.ts'
import classes from './time-machine.module.css'

interface ControlsProps {
  timeline: Timeline
  folded: FoldedTimeline
  player: Player
}

/** The second that is shown, on the site's clock, and what moves it. */
export function Controls({ timeline, folded, player }: ControlsProps) {
  const t = useT()
  const [speed, setSpeed] = useState<Speed>(60)
  const at = useSyncExternalStore(player.subscribe, player.at)
  const playing = useSyncExternalStore(player.subscribe, player.playing)
  const zone = timeline.plan.timeZone
  return (
    <div className={classes.controls}>
      <p className={classes.clock}>
        <time className={classes.clockTime} dateTime={isoSecond(at)}>
          <strong className={classes.clockStrong}>{formatTime(at, zone, { seconds: true })}</strong>
          <span>{formatDate(at, zone)}</span>
        </time>
      </p>
      <div className={classes.pair}>
        <Jump folded={folded} player={player} to="before" />
        <Button
          className={classes.play ?? ''}
          leftSection={<Icon name={playing ? 'pause' : 'play'} size={20} />}
          onClick={() => (playing ? player.pause() : player.play(speed))}
        >
          {t(playing ? 'time-machine.pause' : 'time-machine.play')}
        </Button>
        <Jump folded={folded} player={player} to="after" />
      </div>
      <SegmentedFilter
        wide
        label={t('time-machine.speed')}
        value={String(speed) as `${Speed}`}
        onChange={(value) => {
          const next = Number(value) as Speed
          setSpeed(next)
          if (player.playing()) player.play(next)
        }}
        options={speeds.map((count) => ({
          value: `${count}` as const,
          label: t('time-machine.speed.times', { count }),
        }))}
      />
      <CopyLink timeline={timeline} at={at} />
    </div>
  )
}

/** The event before or after the moment; off, with the reason, where there is none. */
function Jump({ folded, player, to }: Pick<ControlsProps, 'folded' | 'player'> & { to: 'before' | 'after' }) {
  const t = useT()
  const next = useSyncExternalStore(player.subscribe, () => {
    const at = player.at()
    const index = to === 'after' ? folded.countAt(at) : folded.countAt(at - 1) - 1
    return folded.events[index]?.at ?? null
  })
  const label = t(next === null ? `time-machine.${to}.none` : `time-machine.${to}`)
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      {...(next === null ? { 'data-disabled': true } : {})}
      aria-disabled={next === null}
      onClick={() => {
        if (next === null) return
        player.pause()
        player.go(next)
      }}
    >
      <Icon name={to === 'after' ? 'arrowRight' : 'arrowLeft'} />
    </ActionIcon>
  )
}

/** The address of this second with its span: whoever opens it sees the same. */
function CopyLink({ timeline, at }: { timeline: Timeline; at: number }) {
  const t = useT()
  const { from, until, plan } = timeline
  const search = new URLSearchParams({
    site: String(plan.siteId),
    at: isoSecond(at),
    from: new Date(from).toISOString(),
    until: new Date(until).toISOString(),
  })
  const url = `${window.location.origin}/sites/time-machine?${search}`
  const { field, copied, copy } = useCopy(url)
  return (
    <>
      <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} size={18} />} onClick={copy}>
        {t(copied ? 'time-machine.copied' : 'time-machine.copy')}
      </Button>
      <VisuallyHidden>
        <input ref={field} readOnly tabIndex={-1} aria-label={t('time-machine.link')} value={url} />
        <span role="status">{copied ? t('time-machine.copied') : ''}</span>
      </VisuallyHidden>
    </>
  )
}
