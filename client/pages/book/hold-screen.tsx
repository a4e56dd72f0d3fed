import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { reservationFacts } from '../../../contract/reservations/facts.ts'
import type { ReservationView } from '../../../contract/reservations/view.ts'
import { reservation } from '../../../contract/reservations.ts'
import { holdRow } from '../../../machines/booking-wizard.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { serverNow } from '../../ui/clock.ts'
import { hrefWith } from '../../ui/href-with.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Hold } from './hold.tsx'
import { Paying } from './paying.tsx'
import { Summary } from './summary.tsx'
import type { WizardActor } from './wizard.ts'

interface HoldScreenProps {
  reservationId: number
  wizard: WizardActor
  /** Holds the same place for the same span again. */
  onAgain: (row: ReservationView) => void
  /** Back to the places of the site, or to the search. */
  onLeave: (siteId?: number) => void
}

/** One hold from its first second to its end, as the live reservation shows it. */
export function HoldScreen({ reservationId, wizard, onAgain, onLeave }: HoldScreenProps) {
  const t = useT()
  const navigate = useNavigate()
  const live = useWatch(reservation, { reservationId })
  const row = useRow(live, 'reservation', reservationId)
  const snapshot = useSelector(wizard, (each) => each)
  const { value } = snapshot
  const fresh = live.state === 'live'
  const state = typeof value === 'string' ? value : 'holding'
  useEffect(() => {
    // While a reply is missing, only a current row decides the outcome.
    if (row && (fresh || state !== 'settling'))
      wizard.send({ type: 'ROW', row: holdRow(row.id, reservationFacts(row), new Date(serverNow())) })
  }, [row, wizard, state, fresh])
  const gone = fresh && row === null
  useEffect(() => {
    if (gone) wizard.send({ type: 'GONE' })
  }, [gone, wizard])
  useEffect(() => {
    if (state === 'done')
      void navigate({ href: hrefWith('/reservations/finalize', {}) + `?reservationId=${reservationId}`, replace: true })
  }, [state, reservationId, navigate])

  if (live.state === 'error' && live.refusal)
    return (
      <Page title={t('booking.title')}>
        {live.refusal.code === 'not-found' ? (
          <Over row={null} timedOut={false} again={null} onLeave={onLeave} />
        ) : (
          <ErrorState
            text={refusalText(live.refusal)}
            supportCode={live.refusal.supportCode}
            onRetry={() => live.retry()}
          />
        )}
      </Page>
    )
  if (state === 'timedOut' || state === 'abandoned' || (state === 'claiming' && row))
    return (
      <Page title={t(state === 'abandoned' ? 'booking.over.abandoned' : 'booking.over.timedOut')}>
        <Over
          row={row}
          timedOut={state !== 'abandoned'}
          again={row ? { busy: state === 'claiming', act: () => onAgain(row) } : null}
          onLeave={onLeave}
        />
      </Page>
    )
  if (!row || state === 'finding' || state === 'done') return <PageSkeleton />
  if (state === 'paying') return <Paying row={row} />
  return (
    <Hold
      row={row}
      wizard={wizard}
      busy={state === 'finalizing'}
      settling={state === 'settling'}
      unsettled={snapshot.context.refused === 'outcome-unknown'}
      ready={snapshot.matches({ holding: 'review' })}
      onGaveUp={() => onLeave(row.site.id)}
    />
  )
}

/** The place is no longer held: why, and how to get it again. */
function Over({
  row,
  timedOut,
  again,
  onLeave,
}: {
  row: ReservationView | null
  timedOut: boolean
  again: { busy: boolean; act: () => void } | null
  onLeave: (siteId?: number) => void
}) {
  const t = useT()
  return (
    <Panel>
      {row && <Summary row={row} />}
      <div role="alert">
        <EmptyState
          icon={timedOut ? 'wait' : 'info'}
          title={t(timedOut ? 'booking.over.timedOutTitle' : 'booking.over.abandonedTitle')}
          text={timedOut ? refusalText({ code: 'hold-expired' }) : t('booking.over.abandonedText')}
          action={
            again ? (
              <Button
                size="lg"
                loading={again.busy}
                onClick={again.act}
                leftSection={<Icon name="refresh" size={18} />}
              >
                {t('booking.over.again')}
              </Button>
            ) : (
              <Button component={Link} to="/reservations/add" size="lg">
                {t('booking.toSearch')}
              </Button>
            )
          }
        />
      </div>
      {row && (
        <p style={{ margin: 0, textAlign: 'center' }}>
          <Button variant="subtle" onClick={() => onLeave(row.site.id)}>
            {t('booking.over.others')}
          </Button>
        </p>
      )}
    </Panel>
  )
}
