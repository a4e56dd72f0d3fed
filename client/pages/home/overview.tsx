import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { read } from '../../../contract/overview.ts'
import { formatEuros, formatNumber, formatTime, formatUnit } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { formatBytes } from '../../i18n/measures.ts'
import { useQuery } from '../../stores/use-query.ts'
import { whileSeen } from '../../ui/clock.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './overview.module.css'
import { type Health, healthOf } from './overview-states.ts'

const everyMs = 30_000
const looks = {
  fine: { tone: 'success', icon: 'check' },
  attention: { tone: 'warning', icon: 'alert' },
  bad: { tone: 'error', icon: 'cross' },
} as const

/** The installation at a glance: each figure with its state, and the page that it leads to (ADM-23). */
export function Overview() {
  const t = useT()
  const { view, refusal, retry } = useQuery(read, {})
  useEffect(() => whileSeen(everyMs, retry), [retry])
  if (view === null)
    return refusal === null ? (
      <RowsSkeleton rows={4} height="5.5rem" />
    ) : (
      <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
    )
  const health = healthOf(view)
  const number = (value: number) => formatNumber(value, 0)
  const { companies, gateways, malfunctions, today, jobs, messages, log, storage, processes, load, versions } = view
  const { configured } = view
  return (
    <section className={classes.all} aria-label={t('overview.title')}>
      {refusal !== null && <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />}
      <ul className={classes.figures}>
        <Figure
          to="/malfunctions"
          name={t('insight.open.title')}
          health={health.malfunctions}
          note={t('overview.malfunctions.note', { errors: malfunctions.errors })}
        >
          {number(malfunctions.open)}
        </Figure>
        <Figure
          to="/gateways"
          name={t('overview.gateways')}
          health={health.gateways}
          note={t('overview.gateways.note', { silent: gateways.silent })}
        >
          {t('overview.of', { count: number(gateways.linked), all: number(gateways.all) })}
        </Figure>
        <Figure to="/reservations" name={t('overview.reservations')} note={today.timeZone}>
          {number(today.reservations)}
        </Figure>
        <Figure to="/statistics" name={t('overview.revenue')} note={today.timeZone}>
          {formatEuros(today.revenueCents)}
        </Figure>
        <Figure
          to="/tenants"
          name={t('overview.companies')}
          health={health.companies}
          note={t('overview.companies.note', { count: companies.licenceOver })}
        >
          {number(companies.all)}
        </Figure>
        <Figure to="/sites" name={t('overview.sites')}>
          {number(view.sites)}
        </Figure>
        <Figure
          to="/messages"
          name={t('overview.messages')}
          health={health.messages}
          note={t('overview.messages.note', { count: messages.queued })}
        >
          {number(messages.failed)}
        </Figure>
        <Figure
          to="/logs"
          name={t('overview.log')}
          health={health.log}
          note={t('overview.log.note', { count: log.warnings })}
        >
          {number(log.errors)}
        </Figure>
        <Figure
          to="/logs"
          name={t('overview.jobs')}
          health={health.jobs}
          note={t('overview.jobs.note', { count: jobs.late })}
        >
          {number(jobs.failed)}
        </Figure>
        <Figure
          to="/operation/storage"
          name={t('overview.storage')}
          health={health.storage}
          note={
            storage.daysLeft === null
              ? t('overview.storage.unknown')
              : t('overview.storage.note', { days: storage.daysLeft })
          }
        >
          {formatBytes(storage.bytes)}
        </Figure>
        <Figure
          to="/operation/processes"
          name={t('overview.processes')}
          health={health.processes}
          note={t('overview.processes.note', { count: processes.late })}
        >
          {number(processes.alive)}
        </Figure>
        <Figure
          to="/operation/processes"
          name={t('overview.load')}
          health={health.load}
          note={t('overview.load.note', { memory: formatBytes(load.memoryBytes), delay: number(load.delayMs) })}
        >
          {formatUnit(load.processor * 100, '%', 0)}
        </Figure>
        <Figure
          to="/messages"
          name={t('overview.configured')}
          health={health.configured}
          note={t(`overview.payments.${configured.payments}`)}
        >
          {t(
            configured.mail
              ? configured.sms
                ? 'overview.mail.both'
                : 'overview.mail.only'
              : configured.sms
                ? 'overview.mail.sms'
                : 'overview.mail.none',
          )}
        </Figure>
        <Figure
          to="/operation/processes"
          name={t('overview.versions')}
          note={[
            `PostgreSQL ${versions.postgresql}`,
            versions.timescale && `TimescaleDB ${versions.timescale}`,
            `Node ${versions.node}`,
            versions.schema,
          ]
            .filter(Boolean)
            .join(' · ')}
        >
          {`Holdfast ${versions.holdfast}`}
        </Figure>
      </ul>
      <p className={classes.asOf}>{t('overview.asOf', { time: formatTime(view.asOf) })}</p>
    </section>
  )
}

interface FigureProps {
  to:
    | '/malfunctions'
    | '/gateways'
    | '/reservations'
    | '/statistics'
    | '/tenants'
    | '/sites'
    | '/messages'
    | '/logs'
    | '/operation/storage'
    | '/operation/processes'
  name: string
  health?: Health
  note?: string
  children: ReactNode
}

function Figure({ to, name, health, note, children }: FigureProps) {
  const t = useT()
  return (
    <li>
      <Link to={to} className={classes.figure}>
        <span className={classes.name}>{name}</span>
        <span className={classes.value}>{children}</span>
        {note && <span className={classes.note}>{note}</span>}
        {health && (
          <Badge {...looks[health]} quiet>
            {t(`overview.state.${health}`)}
          </Badge>
        )}
      </Link>
    </li>
  )
}
