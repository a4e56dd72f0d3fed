import { ActionIcon, Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { calendar } from '../../../contract/reservations.ts'
import { localDate, timeOnDay } from '../../../machines/booking/calendar.ts'
import { DayInput } from '../../dates/day-input.tsx'
import { zoneDiffers } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { readerZone } from '../../i18n/reader-zone.ts'
import { useClaimsChanged } from '../../reservation/use-claims-changed.ts'
import { useQuery } from '../../stores/use-query.ts'
import { serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import { BackLink } from './back-link.tsx'
import classes from './calendar.module.css'
import { dayAfter, daysFrom, mondayOf, monthGrid } from './calendar-layout.ts'
import { CalendarTable } from './calendar-table.tsx'
import { spanName } from './calendar-words.ts'
import { HourGrid } from './hour-grid.tsx'
import { Legend } from './legend.tsx'
import { MonthGrid } from './month-grid.tsx'
import { ReserveDialog } from './reserve-dialog.tsx'
import { type CalendarSearch, type CalendarView, calendarSearch, calendarViews } from './search.ts'

const route = getRouteApi('/devices/$deviceId/calendar')

/** When one device is reserved, held or under maintenance, by week, month, day or as a list; in the time of its site (RES-9). */
export function Calendar() {
  const t = useT()
  const deviceId = Number(route.useParams().deviceId)
  return Number.isInteger(deviceId) && deviceId > 0 && deviceId < 2 ** 31 ? (
    <DeviceCalendar key={deviceId} deviceId={deviceId} />
  ) : (
    <Page title={t('bookings.detail.calendar')} back={<BackLink />}>
      <EmptyState icon="calendar" title={t('insight.device.gone.title')} text={t('insight.device.gone.text')} />
    </Page>
  )
}

/** First day and number of days that a view shows around a day. */
function shownDays(view: CalendarView, day: string): { first: string; count: number } {
  if (view === 'day') return { first: day, count: 1 }
  if (view === 'month') return monthGrid(day)
  return { first: mondayOf(day), count: 7 }
}

function DeviceCalendar({ deviceId }: { deviceId: number }) {
  const t = useT()
  const compact = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const search = useAddress(calendarSearch, route.useSearch())
  const change = useSearchChange<CalendarSearch>()
  const { live, moved } = useClaimsChanged()
  const [reserving, setReserving] = useState(false)
  // The zone is known with the first answer; until then the reader's is the best guess, and a day more on both sides makes up for it.
  const [known, setKnown] = useState<string | null>(null)
  const zone = known ?? readerZone()
  const view = search.view ?? (compact ? 'day' : 'week')
  const day = search.day ?? localDate(new Date(serverNow()), zone)
  const { first, count } = shownDays(view, day)
  const days = useMemo(() => daysFrom(first, count, zone), [first, count, zone])
  // A single day has its week as a strip above it.
  const week = useMemo(() => daysFrom(mondayOf(day), 7, zone), [day, zone])
  const around = view === 'day' ? { first: mondayOf(day), count: 7 } : { first, count }
  const asked = useQuery(calendar, { deviceId, ...asking(around.first, around.count) }, moved)
  const answer = asked.view
  if (answer && answer.timeZone !== known) setKnown(answer.timeZone)
  if (answer === null && asked.refusal) {
    const gone = asked.refusal.code === 'not-found'
    return (
      <Page title={t('bookings.detail.calendar')} back={<BackLink />}>
        {gone ? (
          <EmptyState icon="calendar" title={t('insight.device.gone.title')} text={t('insight.device.gone.text')} />
        ) : (
          <ErrorState text={refusalText(asked.refusal)} supportCode={asked.refusal.supportCode} onRetry={asked.retry} />
        )}
      </Page>
    )
  }
  if (answer === null) return <PageSkeleton />
  const go = (to: string) => change({ day: to })
  const step = (way: 1 | -1) =>
    go(dayAfter(day, view === 'month' ? { months: way } : { days: view === 'day' ? way : 7 * way }))
  const shared = {
    days,
    zone,
    day,
    entries: answer.entries,
    onDay: go,
    onOpen: (to: string) => change({ day: to, view: 'day' }),
  }
  return (
    <Page
      title={t('bookings.calendar.title', { device: answer.device.name })}
      lead={`${nameIn(answer.device.type)} · ${answer.site.name}`}
      back={<BackLink />}
      live={{ fresh: live.state === 'live' && asked.refusal === null, asOf: live.asOf }}
      actions={
        <Button leftSection={<Icon name="plus" size={18} />} onClick={() => setReserving(true)}>
          {t('bookings.reserve')}
        </Button>
      }
      tools={
        <>
          <SegmentedFilter<CalendarView>
            label={t('common.view')}
            value={view}
            onChange={(next) => change({ view: next })}
            options={calendarViews.map((value) => ({ value, label: t(`bookings.view.${value}`) }))}
          />
          <div className={classes.steps}>
            <ActionIcon variant="default" aria-label={t('bookings.calendar.earlier')} onClick={() => step(-1)}>
              <Icon name="arrowLeft" />
            </ActionIcon>
            <Button variant="default" onClick={() => change({ day: undefined })}>
              {t('bookings.calendar.today')}
            </Button>
            <ActionIcon variant="default" aria-label={t('bookings.calendar.later')} onClick={() => step(1)}>
              <Icon name="arrowRight" />
            </ActionIcon>
          </div>
          <DayInput
            className={classes.goto ?? ''}
            label={t('bookings.calendar.goto')}
            labelHidden
            zone={zone}
            value={day}
            onChange={(to) => to !== null && go(to)}
          />
        </>
      }
    >
      {asked.refusal && <ErrorState text={refusalText(asked.refusal)} onRetry={asked.retry} />}
      <section className={classes.frame} data-former={asked.former || undefined} aria-busy={asked.former}>
        <div className={classes.head}>
          <h2 className={classes.headTitle} aria-live="polite">
            {spanName(view, days, day, zone)}
          </h2>
          <Legend />
        </div>
        {view === 'month' && <MonthGrid {...shared} />}
        {view === 'week' && <HourGrid {...shared} />}
        {view === 'day' && <HourGrid {...shared} strip={week} onOpen={go} />}
        {view === 'table' && <CalendarTable days={days} zone={zone} entries={answer.entries} />}
      </section>
      <p className={classes.foot}>
        {zoneDiffers(new Date(days[0]?.start ?? 0), zone) && t('bookings.calendar.zone', { zone })}{' '}
        {!compact && view !== 'table' && t('bookings.calendar.keys')}
      </p>
      {reserving && (
        <ReserveDialog
          place={{ site: answer.site, timeZone: answer.timeZone, device: answer.device }}
          {...startOn(day, zone)}
          onClose={(made) => {
            setReserving(false)
            const on = made === undefined ? day : localDate(new Date(made), zone)
            if (!days.some(({ date }) => date === on)) go(on)
          }}
        />
      )}
    </Page>
  )
}

/** What is asked for does not hang on the zone: whole days of UTC, with one more on both sides. */
function asking(first: string, count: number): { from: string; until: string } {
  return {
    from: `${dayAfter(first, { days: -1 })}T00:00:00Z`,
    until: `${dayAfter(first, { days: count + 1 })}T00:00:00Z`,
  }
}

/** Ten in the morning of a day that is still to come; of today the next quarter of an hour, which the dialog finds itself. */
function startOn(day: string, zone: string): { start?: number } {
  const start = timeOnDay(day, '10:00', zone).getTime()
  return start > serverNow() ? { start } : {}
}
