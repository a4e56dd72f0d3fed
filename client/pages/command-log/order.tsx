import { getRouteApi, Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { eventReaders, ledgerOrder } from '../../../contract/control.ts'
import { mayAccess, operatorFeatures } from '../../../contract/features.ts'
import { SupportCode } from '../../commands/support-code.tsx'
import { orderWords } from '../../devices/order-words.ts'
import { formatDateTime, zoneDiffers } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { session } from '../../stores/session.ts'
import { useQuery } from '../../stores/use-query.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import { Checks } from './checks.tsx'
import type { WholeOrder } from './happened.ts'
import { Happenings } from './happenings.tsx'
import classes from './ledger.module.css'
import { Siblings } from './siblings.tsx'
import { useMovingOrder } from './use-moving-order.ts'
import { Who } from './who.tsx'

const route = getRouteApi('/orders/$orderId')
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** One order with everything that is known of it: what was asked, what happened when, what came back (CTRL-8). */
export function Order() {
  const t = useT()
  const { orderId } = route.useParams()
  const { code } = route.useSearch()
  const input = uuid.test(orderId) ? { orderId, ...(code ? { supportCode: code } : {}) } : null
  const found = useQuery(ledgerOrder, input)
  useMovingOrder(found.view, found.retry)
  if (input === null || found.refusal?.code === 'not-found') return <Gone />
  if (found.view === null && found.refusal !== null) {
    return (
      <Page title={t('common.command')} back={<Back />}>
        <ErrorState text={refusalText(found.refusal)} supportCode={found.refusal.supportCode} onRetry={found.retry} />
      </Page>
    )
  }
  return found.view === null || found.former ? (
    <PageSkeleton />
  ) : (
    <Shown order={found.view} coded={code !== undefined} />
  )
}

function Shown({ order, coded }: { order: WholeOrder; coded: boolean }) {
  const t = useT()
  const { text, tone, icon } = orderWords(order, t)
  return (
    <Page
      title={t('ledger.order.title', { action: order.action, device: order.device.name })}
      lead={`${order.site.name} · ${formatDateTime(order.issuedAt, order.site.timeZone, { seconds: true })}`}
      back={<Back />}
      actions={
        <Badge tone={tone} icon={icon}>
          {text}
        </Badge>
      }
    >
      <div className={classes.grid}>
        <div className={classes.column}>
          <Panel title={t('common.whatHappened')}>
            <Happenings order={order} />
          </Panel>
          {order.checks !== null && (
            <Panel title={t('ledger.checks')}>
              <Checks checks={order.checks} order={order} />
            </Panel>
          )}
        </div>
        <div className={classes.column}>
          <Panel title={t('ledger.facts')} aside={<SupportCode code={order.supportCode} />}>
            <OrderFacts order={order} />
          </Panel>
          {order.siblings.length > 0 && (
            <Panel title={t('ledger.siblings')}>
              <Siblings order={order} coded={coded} />
            </Panel>
          )}
        </div>
      </div>
    </Page>
  )
}

function OrderFacts({ order }: { order: WholeOrder }) {
  const t = useT()
  const { device, site, gateway, reservation, run } = order
  const { features } = useSnapshot(session)
  const held = new Set(features)
  const operator = mayAccess(operatorFeatures, held)
  const booker = mayAccess(eventReaders, held)
  return (
    <>
      <Facts>
        <Fact name={t('common.device')}>
          {operator ? (
            <Link to="/devices/$deviceId" params={{ deviceId: String(device.id) }}>
              {device.name}
            </Link>
          ) : (
            device.name
          )}
        </Fact>
        <Fact name={t('common.site')}>{site.name}</Fact>
        <Fact name={t('common.gateway')}>{gateway.name}</Fact>
        <Fact name={t('ledger.column.who')}>
          <Who order={order} />
        </Fact>
        {reservation !== null && (
          <Fact name={t('common.reservation')}>
            {booker ? (
              <Link to="/reservations/$reservationId" params={{ reservationId: String(reservation.id) }}>
                {String(reservation.number)}
              </Link>
            ) : (
              String(reservation.number)
            )}
          </Fact>
        )}
        {run !== null && <Fact name={t('ledger.fact.run')}>{t(`ledger.run.${run.kind}`)}</Fact>}
        {order.note !== null && order.note !== '' && <Fact name={t('common.reason')}>{order.note}</Fact>}
        {order.state !== 'refused' && (
          <Fact name={t('ledger.fact.deadline')}>
            {formatDateTime(order.deadline, site.timeZone, { seconds: true })}
          </Fact>
        )}
        {order.answer !== null && <Fact name={t('ledger.fact.answer')}>{answerText(order.answer)}</Fact>}
        {order.counter !== null && <Fact name={t('ledger.fact.counter')}>{String(order.counter)}</Fact>}
      </Facts>
      {zoneDiffers(new Date(order.issuedAt), site.timeZone) && (
        <p className={classes.dim}>{t('bookings.detail.zoneOff', { zone: site.timeZone })}</p>
      )}
    </>
  )
}

/** The gateway's own words, as it said them. */
function answerText(answer: Readonly<Record<string, unknown>>): ReactNode {
  const words = Object.entries(answer).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return <span className={classes.code}>{words.join(', ')}</span>
}

function Back() {
  const t = useT()
  return <BackButton otherwise="/orders">{t('ui.back')}</BackButton>
}

function Gone() {
  const t = useT()
  return (
    <Page title={t('common.command')} back={<Back />}>
      <EmptyState icon="search" title={t('ledger.gone.title')} text={t('ledger.gone.text')} />
    </Page>
  )
}
