import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { type MaintenanceView, periods, read as readPeriod } from '../../../contract/maintenance.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { formatDateTime, zoneDiffers } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { type Live, useRow, useWatch } from '../../stores/use-watch.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Page, Panel } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Affected } from './affected.tsx'
import { EditDialog } from './edit-dialog.tsx'
import classes from './maintenance.module.css'
import { PeriodActions, type PeriodDialog } from './period-actions.tsx'
import { endingOf, statusOf } from './period-status.ts'
import { Progress } from './progress.tsx'
import { RemovePeriod } from './remove-period.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { StandingBadge } from './standing-badge.tsx'
import type { EditableView } from './text-fields.ts'
import { useMayNotSet } from './use-may-not-set.ts'
import { spanText } from './words.ts'

const route = getRouteApi('/maintenance/$periodId')
const everySecond = (listener: () => void) => onTick(1_000, listener)
type PeriodsLive = Live<(typeof periods)['kinds'][number]>

/** One period: details, progress of its work, what became of each reservation, and how to edit and end it (MAINT-1, MAINT-2, ADM-19). */
export function Period() {
  const id = Number(route.useParams().periodId)
  return Number.isInteger(id) && id > 0 ? <Watched key={id} id={id} /> : <Gone />
}

function Watched({ id }: { id: number }) {
  const live = useWatch(periods, {})
  const moved = useChangeCounter(live, 'maintenance')
  const found = useQuery(readPeriod, { periodId: id }, moved)
  const row = useRow(live, 'maintenance', id)
  // The watch holds what ended within 90 days; older ones are only read.
  const period = found.refusal?.code === 'not-found' ? null : (row ?? found.view)
  if (period !== null) {
    const editable = found.view && isCurrent(found.view, period) ? found.view : null
    return <Shown live={live} moved={moved} period={period} editable={editable} />
  }
  const refusal = found.refusal ?? live.refusal
  if (refusal === null) return <PageSkeleton />
  return refusal.code === 'not-found' ? <Gone /> : <Failed refusal={refusal} onRetry={found.retry} />
}

/** Whether what was read to be edited is what is shown: otherwise it is being read again. */
function isCurrent(read: EditableView, shown: MaintenanceView): boolean {
  return read.reason === shown.reason && read.description === shown.description && read.revokedAt === shown.revokedAt
}

interface ShownProps {
  live: PeriodsLive
  moved: number
  period: MaintenanceView
  /** The period with the version for its edit; null while it is read. */
  editable: EditableView | null
}

function Shown({ live, moved, period, editable }: ShownProps) {
  const t = useT()
  const off = useMayNotSet()
  const [open, setOpen] = useState<{ dialog: PeriodDialog; of: EditableView } | null>(null)
  const standing = useSyncExternalStore(everySecond, () => statusOf(period, serverNow()))
  const { target, site, scope } = period
  const close = () => setOpen(null)
  return (
    <Page
      title={t('maintenance.period.title', { target: target.name })}
      lead={site === null || scope === 'site' ? t(`maintenance.scope.${scope}`) : site.name}
      back={<Back />}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      actions={
        <>
          {off.role === null && editable && (
            <PeriodActions
              period={period}
              standing={standing}
              off={off.now}
              onOpen={(dialog) => setOpen({ dialog, of: editable })}
            />
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
      {open?.dialog === 'end' && <RevokeDialog period={period} planned={standing === 'planned'} onClose={close} />}
      {open?.dialog === 'edit' && <EditDialog period={open.of} onClose={close} />}
      {open?.dialog === 'remove' && <RemovePeriod period={open.of} onClose={close} />}
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

function Failed({ refusal, onRetry }: { refusal: Refusal<string>; onRetry: () => void }) {
  const t = useT()
  return (
    <Page title={t('common.maintenance')} back={<Back />}>
      <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={onRetry} />
    </Page>
  )
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
