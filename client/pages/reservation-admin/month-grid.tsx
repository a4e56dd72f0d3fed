import { useT } from '../../i18n/i18n.ts'
import { serverNow } from '../../ui/clock.ts'
import classes from './calendar.module.css'
import { CalendarEntry } from './calendar-entry.tsx'
import { type Day, entriesOf } from './calendar-layout.ts'
import { type GridProps, longDate, sayDate } from './calendar-words.ts'
import { useDayKeys } from './use-day-keys.ts'

/** Entries that a day of the month has room for. */
const room = 3

/** A month in whole weeks. */
export function MonthGrid({ days, zone, day, entries, onDay, onOpen }: GridProps) {
  const t = useT()
  const { frame, onKeyDown } = useDayKeys(day, onDay)
  const weeks = Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
  return (
    <div ref={frame} onKeyDown={onKeyDown} role="presentation">
      <table className={classes.month} aria-label={sayDate(day, { month: 'long', year: 'numeric' })}>
        <thead>
          <tr>
            {weeks[0]?.map(({ date }) => (
              <th className={classes.monthHead} key={date} scope="col" abbr={sayDate(date, { weekday: 'long' })}>
                {sayDate(date, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]?.date}>
              {week.map((each) => (
                <td
                  className={classes.monthCell}
                  key={each.date}
                  data-other={each.date.slice(0, 7) !== day.slice(0, 7) || undefined}
                  data-today={isToday(each) || undefined}
                >
                  <Cell
                    day={each}
                    zone={zone}
                    entries={entriesOf(entries, each)}
                    chosen={each.date === day}
                    onOpen={onOpen}
                    t={t}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isToday = ({ start, end }: Day) => serverNow() >= start && serverNow() < end

interface CellProps extends Pick<GridProps, 'zone' | 'entries' | 'onOpen'> {
  day: Day
  chosen: boolean
  t: ReturnType<typeof useT>
}

function Cell({ day, zone, entries, chosen, onOpen, t }: CellProps) {
  const shown = entries.length > room ? entries.slice(0, room - 1) : entries
  return (
    <>
      <button
        type="button"
        className={classes.date}
        data-day={day.date}
        tabIndex={chosen ? 0 : -1}
        aria-label={t('bookings.calendar.day', { date: sayDate(day.date, longDate), count: entries.length })}
        {...(isToday(day) ? { 'aria-current': 'date' } : {})}
        onClick={() => onOpen(day.date)}
      >
        {sayDate(day.date, { day: 'numeric' })}
        {entries.length > 0 && (
          <span className={classes.dots} aria-hidden="true">
            {entries.length}
          </span>
        )}
      </button>
      <ul className={classes.cell}>
        {shown.map((entry) => (
          <li key={`${entry.kind} ${entry.id}`}>
            <CalendarEntry entry={entry} day={day} zone={zone} short brief />
          </li>
        ))}
        {shown.length < entries.length && (
          <li className={classes.more}>{t('bookings.calendar.more', { count: entries.length - shown.length })}</li>
        )}
      </ul>
    </>
  )
}
