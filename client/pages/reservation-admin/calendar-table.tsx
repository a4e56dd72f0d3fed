import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Column, DataList } from '../../ui/data-list.tsx'
import { Icon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/states.tsx'
import classes from './calendar.module.css'
import { entriesOf } from './calendar-layout.ts'
import { type Entry, type GridProps, kindIcons, titleOf } from './calendar-words.ts'

/** The same entries as a table, in order of time. */
export function CalendarTable({ days, zone, entries }: Pick<GridProps, 'days' | 'zone' | 'entries'>) {
  const t = useT()
  const [first, last] = [days[0], days.at(-1)]
  const rows = first && last ? entriesOf(entries, { date: first.date, start: first.start, end: last.end }) : []
  if (rows.length === 0) {
    return (
      <EmptyState icon="calendar" title={t('bookings.calendar.empty.title')} text={t('bookings.calendar.empty.text')} />
    )
  }
  const columns: Column<Entry>[] = [
    {
      key: 'kind',
      title: t('common.what'),
      cell: ({ kind }) => (
        <span className={classes.kind}>
          <Icon name={kindIcons[kind]} size={18} /> {t(`bookings.kind.${kind}`)}
        </span>
      ),
      phone: 'title',
    },
    { key: 'start', title: t('common.start'), cell: ({ start }) => formatDateTime(start, zone) },
    {
      key: 'end',
      title: t('common.end'),
      cell: ({ end }) => (end === null ? t('bookings.calendar.openEnd') : formatDateTime(end, zone)),
    },
    {
      key: 'title',
      title: t('common.title'),
      cell: (entry) =>
        entry.kind === 'maintenance' ? (
          titleOf(entry)
        ) : (
          <Link to="/reservations/$reservationId" params={{ reservationId: String(entry.id) }}>
            {titleOf(entry)}
          </Link>
        ),
    },
  ]
  return (
    <DataList
      label={t('bookings.calendar.list')}
      columns={columns}
      rows={rows}
      rowId={({ kind, id }) => `${kind} ${id}`}
    />
  )
}
