import type { Problem, ProblemKind } from '../../../contract/problems.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Panel } from '../../ui/page.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './issues.module.css'
import { Lead } from './lead.tsx'
import { isMendable, MendButton } from './mend-button.tsx'
import type { Outcome } from './use-checks.ts'

/** The problems of one kind: what they are, why that matters, and how each is mended. */
export function KindPanel({ kind, outcome, again }: { kind: ProblemKind; outcome: Outcome; again: () => void }) {
  const t = useT()
  if (!outcome.ok)
    return (
      <Panel title={t(`issues.kind.${kind}`)}>
        <ErrorState text={refusalText(outcome.refusal)} supportCode={outcome.refusal.supportCode} onRetry={again} />
      </Panel>
    )
  const { found, more } = outcome.view
  return (
    <Panel
      title={t(`issues.kind.${kind}`)}
      aside={
        <Badge tone="warning" icon="alert">
          {t('issues.count', { count: found.length })}
        </Badge>
      }
    >
      <p className={classes.why}>{t(`issues.why.${kind}`)}</p>
      <ul className={classes.rows}>
        {found.map((problem) => (
          <li className={classes.row} key={problem.id}>
            <span className={classes.what}>
              <span>
                {isReservation(problem, kind) ? t('common.reservationNumber', { number: problem.name }) : problem.name}
              </span>
              <Detail detail={problem.detail} />
            </span>
            <span className={classes.progress}>
              <Lead kind={kind} problem={problem} />
              {isMendable(kind) && <MendButton kind={kind} problem={problem} onDone={again} />}
            </span>
          </li>
        ))}
      </ul>
      {more && <Alert severity="info">{t('issues.more', { count: found.length })}</Alert>}
    </Panel>
  )
}

const isReservation = ({ name }: Problem, kind: ProblemKind) =>
  /^\d+$/.test(name) && !['hardware-id-twice', 'retired-reserved'].includes(kind)

/** What people should know of it, in one line. */
function Detail({ detail }: { detail: Problem['detail'] }) {
  const t = useT()
  const names: readonly (readonly [string, string])[] = [
    ['companies', t('common.tenants')],
    ['zone', t('common.zone')],
    ['site', t('common.site')],
    ['device', t('common.device')],
    ['gateway', t('common.gateway')],
    ['otherGateway', t('issues.otherGateway')],
    ['deviceSite', t('issues.deviceSite')],
    ['licenceEnd', t('common.end')],
    ['supportCode', t('common.supportCode')],
    ['number', t('common.reservation')],
    ['managers', t('issues.managers')],
  ]
  const parts = names.flatMap(([key, label]) => (detail[key] === undefined ? [] : [`${label}: ${detail[key]}`]))
  const { from, to, since } = detail
  if (from !== undefined && to !== undefined) parts.push(`${from} → ${to}`)
  if (typeof since === 'string') parts.push(`${t('common.since')}: ${formatDateTime(since)}`)
  return parts.length === 0 ? null : <small className={classes.detail}>{parts.join(' · ')}</small>
}
