import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { type MaintenanceView, periods } from '../../../contract/maintenance.ts'
import { formatDateTime, zoneDiffers } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { type Live, useRow, useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { ReasonButton } from '../../ui/reason-button.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Affected } from './affected.tsx'
import classes from './maintenance.module.css'
import { StandingBadge } from './period-card.tsx'
import { endingOf, statusOf } from './period-status.ts'
import { Progress } from './progress.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { useMayNotSet } from './use-may-not-set.ts'
import { spanText } from './words.ts'

const route = getRouteApi('/maintenance/$periodId')
const everySecond = (listener: () => void) => onTick(1_000, listener)
type PeriodsLive = Live<(typeof periods)['kinds'][number]>

/** One period: details, progress of its work, what became of each reservation, and how to end it (MAINT-1, MAINT-2). */
export function Period() {
  const id = Number(route.useParams().periodId)
  return Number.isInteger(id) && id > 0 ? <Watched key={id} id={id} /> : <Gone />
}

function Watched({ id }: { id: number }) {
  const t = useT()
  const live = useWatch(periods, {})
  const period = useRow(live, 'maintenance', id)
  if (live.state === 'error' && live.refusal)
    return (
      <Page title={t('common.maintenance')} back={<Back />}>
        <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
      </Page>
    )
  if (period === null) return live.state === 'loading' ? <PageSkeleton /> : <Gone />
  return <Shown live={live} period={period} />
}

function Shown({ live, period }: { live: PeriodsLive; period: MaintenanceView }) {
  const t = useT()
  const off = useMayNotSet()
  const [ending, setEnding] = useState(false)
  const standing = useSyncExternalStore(everySecond, () => statusOf(period, serverNow()))
  const moved = useChangeCounter(live, 'maintenance')
  const { target, site, scope } = period
  return (
    <Page
      title={t('maintenance.period.title', { target: target.name })}
      lead={site === null || scope === 'site' ? t(`maintenance.scope.${scope}`) : site.name}
      back={<Back />}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      actions={
        <>
          {standing !== 'over' && (
            <ReasonButton icon="check" reason={off.now} onAct={() => setEnding(true)}>
              {t(standing === 'planned' ? 'maintenance.revoke.takeBack' : 'maintenance.revoke.end')}
            </ReasonButton>
          )}
          <span className={classes.standing}>
            <StandingBadge period={period} standing={standing} />
          </span>
        </>
      }
    >
      <div className={classes.facts}>
        <Panel title={t('maintenance.period.facts')}>
          <PeriodFacts period={period} />
        </Panel>
        <Panel title={t('common.reservations')}>
          <Progress period={period} />
        </Panel>
      </div>
      <Affected period={period} moved={moved} />
      {ending && <RevokeDialog period={period} planned={standing === 'planned'} onClose={() => setEnding(false)} />}
    </Page>
  )
}

function PeriodFacts({ period }: { period: MaintenanceView }) {
  const t = useT()
  const { scope, target, timeZone, createdBy, revokedAt, revokedBy, revokeReason } = period
  const signed = (at: string, person: string | null) => {
    const time = formatDateTime(at, timeZone)
    return person === null ? time : t('maintenance.fact.set.by', { time, person })
  }
  return (
    <dl className={classes.list2}>
      <Fact name={t('common.what')}>
        {scope === 'device' ? (
          <Link to="/devices/$deviceId" params={{ deviceId: String(target.id) }}>
            {target.name}
          </Link>
        ) : (
          target.name
        )}{' '}
        <small className={classes.list2Note}>{t(`maintenance.scope.${scope}`)}</small>
      </Fact>
      <Fact name={t('common.when')}>
        {spanText(period, timeZone, t)}
        {zoneDiffers(new Date(period.start), timeZone) && (
          <small className={classes.list2Note}>{t('maintenance.span.zone', { zone: timeZone })}</small>
        )}
      </Fact>
      <Fact name={t('maintenance.fact.reason')}>{period.reason}</Fact>
      <Fact name={t('maintenance.why.description')}>
        {period.description ?? <span className={classes.dim}>{t('common.none')}</span>}
      </Fact>
      <Fact name={t('maintenance.fact.set')}>{signed(period.createdAt, createdBy)}</Fact>
      {revokedAt !== null && (
        <Fact name={t(endingOf(period) === 'taken-back' ? 'maintenance.fact.takenBack' : 'maintenance.fact.revoked')}>
          {signed(revokedAt, revokedBy)}
        </Fact>
      )}
      {revokeReason !== null && <Fact name={t('maintenance.fact.revokeReason')}>{revokeReason}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={classes.list2Term}>{name}</dt>
      <dd className={classes.list2Value}>{children}</dd>
    </div>
  )
}

function Back() {
  const t = useT()
  return <BackButton otherwise="/maintenance">{t('maintenance.back')}</BackButton>
}

function Gone() {
  const t = useT()
  return (
    <Page title={t('common.maintenance')} back={<Back />}>
      <EmptyState
        icon="maintenance"
        title={t('maintenance.period.gone.title')}
        text={t('maintenance.period.gone.text')}
      />
    </Page>
  )
}
