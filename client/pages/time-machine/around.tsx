import { UnstyledButton } from '@mantine/core'
import { useMemo, useSyncExternalStore } from 'react'
import type { Timeline, TimelineDevice, TimelineEvent } from '../../../contract/sites/timeline.ts'
import type { FoldedTimeline } from '../../../contract/sites/timeline-entries.ts'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import text from '../../ui/text.module.css'
import type { Player } from './player.ts'
import classes from './time-machine.module.css'
import { eventWords, placeOf } from './words.ts'

interface AroundProps {
  timeline: Timeline
  folded: FoldedTimeline
  player: Player
  onChoose: (deviceId: number) => void
}
/** Number of events shown before the moment, and after it. */
const [maxBefore, maxAfter] = [6, 3]

/** What happened around the second that is shown, with the second itself as a line between before and after. */
export function Around({ timeline, folded, player, onChoose }: AroundProps) {
  const t = useT()
  const count = useSyncExternalStore(player.subscribe, () => folded.countAt(player.at()))
  const second = useSyncExternalStore(player.subscribe, () => Math.floor(player.at() / 1_000) * 1_000)
  const devices = useMemo(() => new Map(timeline.devices.map((device) => [device.id, device])), [timeline.devices])
  const zone = timeline.plan.timeZone
  const from = Math.max(0, count - maxBefore)
  const line = (event: TimelineEvent, index: number) => (
    <Line
      key={index}
      event={event}
      type={devices.get(event.deviceId ?? 0)?.type ?? null}
      zone={zone}
      day={formatDate(event.at, zone) === formatDate(second, zone) ? null : formatDate(event.at, zone)}
      place={placeOf(event, devices, t)}
      onGo={() => {
        player.pause()
        player.go(event.at)
        if (event.deviceId !== null) onChoose(event.deviceId)
      }}
    />
  )
  return (
    <ol className={classes.around} aria-label={t('time-machine.around')}>
      {count === 0 && <li className={text.note}>{t('time-machine.around.before')}</li>}
      {folded.events.slice(from, count).map((event, index) => line(event, from + index))}
      <li className={classes.shown} aria-current="time">
        {t('time-machine.around.now', { time: formatTime(second, zone, { seconds: true }) })}
      </li>
      {folded.events.slice(count, count + maxAfter).map((event, index) => line(event, count + index))}
      {count === folded.events.length && <li className={text.note}>{t('time-machine.around.after')}</li>}
    </ol>
  )
}

interface LineProps {
  event: TimelineEvent
  /** Of its device. */
  type: TimelineDevice['type'] | null
  zone: string
  /** The day, where it is another than the one shown. */
  day: string | null
  place: string
  onGo: () => void
}

function Line({ event, type, zone, day, place, onGo }: LineProps) {
  const t = useT()
  const { text, icon, tone } = eventWords(event, type, zone, t)
  const time = formatTime(event.at, zone, { seconds: true })
  return (
    <li data-tone={tone}>
      <UnstyledButton
        className={classes.line ?? ''}
        aria-label={t('time-machine.around.go', { time: day === null ? time : `${day} ${time}`, place, text })}
        onClick={onGo}
      >
        <Icon className={classes.aroundIcon} name={icon} size={18} />
        <span className={classes.linePart}>
          <strong className={classes.lineStrong}>{place}</strong>
          <span>{text}</span>
        </span>
        <span className={`${classes.when} ${classes.linePart}`}>
          {time}
          {day !== null && <small>{day}</small>}
        </span>
      </UnstyledButton>
    </li>
  )
}
