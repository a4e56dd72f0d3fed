import { useSyncExternalStore } from 'react'
import { formatTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import classes from './calendar.module.css'
import { CalendarEntry } from './calendar-entry.tsx'
import { type Day, entriesOf, missingRows, placed, type Row, rowAt, rowsOf } from './calendar-layout.ts'
import { type GridProps, longDate, sayDate } from './calendar-words.ts'
import { useDayKeys } from './use-day-keys.ts'

const hourMs = 3_600_000

interface HourGridProps extends GridProps {
  /** The week of a single day, to go through. */
  strip?: readonly Day[]
}

/** Days side by side with their hours from top to bottom: a week, or one day below the strip of its week. */
export function HourGrid({ days, zone, day, entries, onDay, onOpen, strip }: HourGridProps) {
  const { frame, onKeyDown } = useDayKeys(day, onDay)
  const rows = rowsOf(days, zone)
  return (
    <div
      ref={frame}
      className={classes.hours}
      data-narrow={days.length > 1 || undefined}
      style={{ '--days': days.length, '--rows': rows.length } as React.CSSProperties}
      onKeyDown={onKeyDown}
      role="presentation"
    >
      <div className={classes.heads} data-strip={strip !== undefined || undefined}>
        {(strip ?? days).map((each) => (
          <DayHead
            key={each.date}
            day={each}
            chosen={each.date === day}
            count={entriesOf(entries, each).length}
            dotted={strip !== undefined}
            onOpen={onOpen}
          />
        ))}
      </div>
      <div className={classes.scale} aria-hidden="true">
        {rows.map(({ hour, second }) => (
          <span
            className={classes.scalePart}
            key={`${hour} ${second}`}
          >{`${String(hour).padStart(2, '0')}:00${second ? ' (2)' : ''}`}</span>
        ))}
      </div>
      {days.map((each) => (
        <DayColumn key={each.date} day={each} rows={rows} zone={zone} entries={entries} />
      ))}
    </div>
  )
}

interface DayHeadProps {
  day: Day
  chosen: boolean
  count: number
  /** With a dot when the day has entries: they are not in view. */
  dotted: boolean
  onOpen: (day: string) => void
}

function DayHead({ day, chosen, count, dotted, onOpen }: DayHeadProps) {
  const t = useT()
  const hours = (day.end - day.start) / hourMs
  const today = serverNow() >= day.start && serverNow() < day.end
  return (
    <div className={classes.dayHead} data-today={today || undefined}>
      <button
        className={classes.dayHeadButton}
        type="button"
        data-day={day.date}
        tabIndex={chosen ? 0 : -1}
        aria-label={t('bookings.calendar.day', { date: sayDate(day.date, longDate), count })}
        aria-pressed={chosen}
        {...(today ? { 'aria-current': 'date' } : {})}
        onClick={() => onOpen(day.date)}
      >
        <span className={classes.dayHeadPart}>{sayDate(day.date, { weekday: 'short' })}</span>
        <strong className={classes.dayHeadStrong}>{sayDate(day.date, { day: 'numeric' })}</strong>
        {dotted && count > 0 && <i className={classes.dot} />}
      </button>
      {hours !== 24 && (
        <small className={classes.dayHeadNote}>
          {t(hours < 24 ? 'bookings.calendar.short' : 'bookings.calendar.long', { hours })}
        </small>
      )}
    </div>
  )
}

interface DayColumnProps extends Pick<GridProps, 'zone' | 'entries'> {
  day: Day
  rows: readonly Row[]
}

function DayColumn({ day, rows, zone, entries }: DayColumnProps) {
  const share = (count: number) => `calc(${count} * var(--row))`
  return (
    <ol className={classes.dayColumn} aria-label={sayDate(day.date, longDate)}>
      {missingRows(day, rows, zone).map((row) => (
        <li key={`gap ${row}`} className={classes.gap} style={{ top: share(row) }} aria-hidden="true" />
      ))}
      {placed(entries, day, rows, zone).map(({ entry, top, height, lane, lanes }) => (
        <li
          key={`${entry.kind} ${entry.id}`}
          className={classes.piece}
          style={{
            top: share(top),
            height: share(height),
            insetInlineStart: `${(lane / lanes) * 100}%`,
            width: `${100 / lanes}%`,
          }}
        >
          <CalendarEntry entry={entry} day={day} zone={zone} short={height < 1.4} />
        </li>
      ))}
      <NowLine day={day} rows={rows} zone={zone} />
    </ol>
  )
}

const everyHalfMinute = (listener: () => void) => onTick(30_000, listener)

/** Where the day stands now; only on its own day. */
function NowLine({ day, rows, zone }: { day: Day; rows: readonly Row[]; zone: string }) {
  const t = useT()
  const minute = useSyncExternalStore(everyHalfMinute, () => Math.floor(serverNow() / 60_000) * 60_000)
  if (minute < day.start || minute >= day.end) return null
  return (
    <li className={classes.now} style={{ top: `calc(${rowAt(minute, day, rows, zone)} * var(--row))` }}>
      <span className={classes.unseen}>{t('bookings.calendar.now', { time: formatTime(minute, zone) })}</span>
    </li>
  )
}
