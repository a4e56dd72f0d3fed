import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useT } from '../../i18n/i18n.ts'
import { Icon } from '../../ui/icons.tsx'
import classes from './calendar.module.css'
import type { Day } from './calendar-layout.ts'
import { type Entry, entryName, kindIcons, timesOf, titleOf } from './calendar-words.ts'

interface CalendarEntryProps {
  entry: Entry
  day: Day
  zone: string
  style?: CSSProperties
  /** Only a line of room. */
  short?: boolean
  /** Room for when it begins only. */
  brief?: boolean
}

/** One entry of a day: kind by sign, border and pattern, never by colour alone; reservations lead to their page. */
export function CalendarEntry({ entry, day, zone, style, short = false, brief = false }: CalendarEntryProps) {
  const t = useT()
  const shared = {
    className: classes.entry,
    'data-kind': entry.kind,
    'data-short': short || undefined,
    'data-before': Date.parse(entry.start) < day.start || undefined,
    'data-after': entry.end === null || Date.parse(entry.end) > day.end || undefined,
    title: entryName(entry, zone),
    style,
  }
  const content = (
    <>
      <Icon className={classes.entryIcon} name={kindIcons[entry.kind]} size={14} />
      <span className={short ? classes.wordsShort : classes.words} aria-hidden="true">
        <strong>{brief ? timesOf(entry, day, zone).split('–')[0] : timesOf(entry, day, zone)}</strong>{' '}
        {entry.kind === 'hold' ? t('bookings.kind.hold') : titleOf(entry)}
      </span>
      <span className={classes.unseen}>{entryName(entry, zone)}</span>
    </>
  )
  if (entry.kind === 'maintenance') return <div {...shared}>{content}</div>
  return (
    <Link to="/reservations/$reservationId" params={{ reservationId: String(entry.id) }} {...shared}>
      {content}
    </Link>
  )
}
