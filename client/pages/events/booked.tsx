import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { booked } from '../../../contract/events.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import classes from './events.module.css'

/** Reservations that were made with an access time and keep what it was; nothing if there are none. */
export function Booked({ eventId, open = false }: { eventId: number; open?: boolean }) {
  const t = useT()
  const { view, refusal } = useQuery(booked, { eventId })
  if (refusal) return <Alert severity="error">{refusalText(refusal)}</Alert>
  if (view === null) return <RowsSkeleton rows={1} height="3rem" />
  if (view.count === 0) return open ? <p className={classes.line}>{t('events.booked.none')}</p> : null
  return (
    <Alert severity="info">
      {t('events.booked', { count: view.count })}
      <Disclosure label={t('events.booked.which')} open={open}>
        <ul className={classes.lines}>
          {view.first.map(({ id, number, start, timeZone }) => (
            <li key={id}>
              <Anchor
                underline="always"
                component={Link}
                to="/reservations/$reservationId"
                params={{ reservationId: String(id) } as never}
              >
                {t('common.reservationNumber', { number })}
              </Anchor>
              {` · ${formatDateTime(start, timeZone)}`}
            </li>
          ))}
          {view.count > view.first.length && <li>…</li>}
        </ul>
      </Disclosure>
    </Alert>
  )
}
