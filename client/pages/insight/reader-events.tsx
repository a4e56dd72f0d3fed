import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AccessEvent, accessEvents } from '../../../contract/control.ts'
import { eventText, hasOpened, outcomeText } from '../../access/event-words.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Panel } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './reader-events.module.css'

const pageSize = 10

/** What cameras and readers saw at a device, and why it opened or did not. Hidden if there never was anything. */
export function ReaderEvents({ deviceId, zone, moved }: { deviceId: number; zone: string; moved: number | string }) {
  const t = useT()
  const [page, setPage] = useState(1)
  const { view, refusal, retry } = useQuery(accessEvents, { deviceId, page, limit: pageSize }, moved)
  if (refusal !== null && view === null)
    return (
      <Panel title={t('command-log.events')}>
        <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
      </Panel>
    )
  if (view === null || view.recordCount === 0) return null
  return (
    <Panel title={t('command-log.events')}>
      <ul className={classes.events} aria-label={t('command-log.events')}>
        {view.events.map((event) => (
          <Event key={event.id} event={event} zone={zone} />
        ))}
      </ul>
      <Pager page={page} pageSize={pageSize} total={view.recordCount} onPage={setPage} />
    </Panel>
  )
}

function Event({ event, zone }: { event: AccessEvent; zone: string }) {
  const t = useT()
  const opened = hasOpened(event.outcome)
  const waits = event.outcome === null || event.outcome === 'noted'
  return (
    <li className={classes.eventsItem}>
      <time className={classes.eventsTime} dateTime={event.at}>
        {formatDateTime(event.at, zone, { seconds: true })}
      </time>
      <span>
        {eventText(event.event, t)}
        {event.value !== null && <strong className={classes.code}> {event.value}</strong>}
      </span>
      <Badge
        tone={opened ? 'success' : waits ? 'neutral' : 'warning'}
        icon={opened ? 'check' : waits ? 'info' : 'hand'}
        quiet
      >
        {outcomeText(event.outcome, t)}
      </Badge>
      {event.reservation !== null && (
        <Link to="/reservations/$reservationId" params={{ reservationId: String(event.reservation.id) }}>
          {t('common.reservationNumber', { number: String(event.reservation.number) })}
        </Link>
      )}
    </li>
  )
}
