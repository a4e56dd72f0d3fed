import { Button } from '@mantine/core'
import { getRouteApi, Navigate, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { mine as payments } from '../../../contract/payments.ts'
import type { PaymentView, ReservationView } from '../../../contract/reservations/view.ts'
import { reservation } from '../../../contract/reservations.ts'
import { formatEuros } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useRow, useWatch } from '../../stores/use-watch.ts'
import { serverNow } from '../../ui/clock.ts'
import { hrefWith } from '../../ui/href-with.ts'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { RefundTerms } from '../../ui/refund-terms.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { type Ending, endingOf } from './ending.ts'
import classes from './finalize.module.css'
import { useLeft } from './hold-clock.tsx'
import { PayLink } from './paying.tsx'
import { Summary } from './summary.tsx'
import { useGo } from './use-go.ts'

const route = getRouteApi('/reservations/finalize')
/** How long a finished booking is shown before the reservations open, s. */
const staySeconds = 8

/** The outcome of a booking or a payment, live: booked, waiting for the payment, refused, too late (PAY-2). */
export function Finalize() {
  const { reservationId, payment } = route.useSearch()
  if (reservationId === undefined && payment === undefined) return <Navigate to="/reservations/add" replace />
  return <Ended reservationId={reservationId ?? null} paymentId={payment ?? null} />
}

function Ended({ reservationId, paymentId }: { reservationId: number | null; paymentId: string | null }) {
  const t = useT()
  const live = useWatch(payments, {})
  const payment = useRow(live, 'payment', paymentId ?? '')
  // A late payment may have led to another reservation.
  const id = payment?.reservationId ?? reservationId
  if (id !== null) return <Reserved key={id} id={id} payment={payment} />
  if (live.state === 'loading') return <PageSkeleton />
  return (
    <Result ending={endingOf(null, payment, serverNow())} row={null} payment={payment} title={t('booking.end.title')} />
  )
}

function Reserved({ id, payment: named }: { id: number; payment: PaymentView | null }) {
  const t = useT()
  const go = useGo()
  const live = useWatch(reservation, { reservationId: id })
  const row = useRow(live, 'reservation', id)
  const paying = useRow(useWatch(payments, {}), 'payment', row?.payment?.id ?? '')
  if (live.state === 'error' && live.refusal)
    return (
      <Page title={t('booking.end.title')}>
        {live.refusal.code === 'not-found' ? (
          <EmptyState
            icon="ticket"
            title={t('reservations.gone.title')}
            text={t('reservations.gone.text')}
            action={
              <Button {...go('/reservations/current')} component="a" variant="default">
                {t('booking.end.show')}
              </Button>
            }
          />
        ) : (
          <ErrorState
            text={refusalText(live.refusal)}
            supportCode={live.refusal.supportCode}
            onRetry={() => live.retry()}
          />
        )}
      </Page>
    )
  if (!row) return <PageSkeleton />
  const payment = named ?? paying ?? row.payment
  return (
    <Result ending={endingOf(row, payment, serverNow())} row={row} payment={payment} title={t('booking.end.title')} />
  )
}

const icons: Readonly<Record<Ending, IconName>> = {
  booked: 'free',
  moved: 'free',
  credited: 'free',
  pending: 'wait',
  refused: 'cross',
  retry: 'alert',
  refunded: 'history',
  tooLate: 'history',
  unknown: 'help',
}

interface ResultProps {
  ending: Ending
  row: ReservationView | null
  payment: PaymentView | null
  title: string
}

function Result({ ending, row, payment, title }: ResultProps) {
  const t = useT()
  const good = ending === 'booked' || ending === 'moved'
  const amount = formatEuros(payment?.amountCents ?? row?.priceCents ?? 0)
  const refunded = formatEuros(payment?.refundedCents ?? 0)
  return (
    <Page title={good ? t('booking.end.done') : title} width="read">
      <Panel>
        <div className={classes.result} data-ending={ending} role="status">
          <Icon className={classes.resultIcon} name={icons[ending]} size={40} />
          <div>
            <h2 className={classes.resultTitle}>{t(`booking.end.${ending}`)}</h2>
            <p className={classes.resultText}>{t(`booking.end.${ending}.text`, { amount, refunded } as never)}</p>
          </div>
        </div>
        {row && ending !== 'credited' && <Summary row={row} />}
        {row && good && (
          <p className={classes.terms}>
            <span>{t('booking.end.number', { number: String(row.number) })}</span>
            <RefundTerms
              paidCents={row.paidCents}
              refundUntilMinutes={row.rules.refundUntilMinutes}
              start={row.start}
              zone={row.site.timeZone}
            />
          </p>
        )}
        <Next ending={ending} row={row} payment={payment} />
      </Panel>
    </Page>
  )
}

/** The one next action. */
function Next({ ending, row, payment }: Omit<ResultProps, 'title'>): ReactNode {
  const t = useT()
  const go = useGo()
  if (ending === 'booked' || ending === 'moved') return <OnToReservations />
  if (ending === 'pending') return <PayLink url={payment?.url ?? null} priceCents={payment?.amountCents ?? 0} />
  if (ending === 'retry' && row)
    return (
      <Button
        component="a"
        {...go(hrefWith('/reservations/add', { siteId: row.site.id, hold: row.id }))}
        size="lg"
        fullWidth
      >
        {t('booking.end.payAgain')}
      </Button>
    )
  return (
    <Button
      component="a"
      {...go(hrefWith('/reservations/add', row ? { siteId: row.site.id } : {}))}
      size="lg"
      fullWidth
      variant={ending === 'credited' ? 'filled' : 'default'}
    >
      {t('booking.toSearch')}
    </Button>
  )
}

/** On to the reservations, by click or after a moment; people who come back here stay. */
function OnToReservations() {
  const t = useT()
  const go = useGo()
  const [until] = useState(() => serverNow() + staySeconds * 1_000)
  const [stay, setStay] = useState(false)
  const left = useLeft(stay ? null : until)
  return (
    <div className={classes.on}>
      <Button
        component="a"
        {...go('/reservations/current')}
        size="lg"
        fullWidth
        rightSection={<Icon name="arrowRight" size={18} />}
      >
        {t('booking.end.show')}
      </Button>
      {!stay && (
        <p className={classes.onText}>
          {left === 0 ? <Leave /> : t('booking.end.soon', { seconds: left })}{' '}
          <Button variant="subtle" onClick={() => setStay(true)}>
            {t('booking.end.stay')}
          </Button>
        </p>
      )}
    </div>
  )
}

function Leave() {
  const navigate = useNavigate()
  useEffect(() => void navigate({ href: '/reservations/current', replace: true }), [navigate])
  return null
}
