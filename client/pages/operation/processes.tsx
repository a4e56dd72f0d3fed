import { type LivingProcess, processes } from '../../../contract/operation.ts'
import { formatList, formatNumber } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import type { ToneName } from '../../theme/tokens.ts'
import { Age } from '../../ui/age.tsx'
import { Alert } from '../../ui/alert.tsx'
import { type Column, DataList } from '../../ui/data-list.tsx'
import type { IconName } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './operation.module.css'
import { useRefreshed } from './use-refreshed.ts'

const roles = ['web', 'ingest', 'relay', 'jobs'] as const
type Role = (typeof roles)[number]
const looks: Readonly<Record<LivingProcess['state'], { tone: ToneName; icon: IconName }>> = {
  alive: { tone: 'success', icon: 'check' },
  late: { tone: 'warning', icon: 'wait' },
  dead: { tone: 'error', icon: 'cross' },
}
const isRole = (role: string): role is Role => roles.includes(role as Role)

/** The processes of this portal: what each does, where, and whether it lives (OPS-3). */
export function Processes() {
  const t = useT()
  const { view, refusal, retry } = useRefreshed(processes, {}, 5_000)
  const roleText = (role: string): string => (isRole(role) ? t(`operation.role.${role}`) : role)
  const alive = view?.items.filter(({ state }) => state !== 'dead') ?? []
  const missing = roles.filter((role) => role !== 'ingest' && !alive.some((each) => each.roles.includes(role)))
  return (
    <Page
      title={t('operation.processes.title')}
      lead={t('operation.processes.lead')}
      live={view ? { fresh: refusal === null, asOf: view.asOf } : undefined}
    >
      {view === null && refusal === null && <RowsSkeleton rows={3} height="3.5rem" />}
      {refusal !== null && <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />}
      {view !== null && missing.length > 0 && (
        <Alert
          severity="warning"
          title={t('operation.processes.missing', { roles: formatList(missing.map(roleText)) })}
        >
          {t('operation.processes.missing.text')}
        </Alert>
      )}
      {view !== null && view.items.length === 0 && (
        <EmptyState icon="power" title={t('operation.processes.none')} text={t('operation.processes.none.text')} />
      )}
      {view !== null && view.items.length > 0 && <ProcessTable items={view.items} roleText={roleText} />}
    </Page>
  )
}

function ProcessTable({ items, roleText }: { items: readonly LivingProcess[]; roleText: (role: string) => string }) {
  const t = useT()
  const columns: Column<LivingProcess>[] = [
    {
      key: 'host',
      title: t('operation.process.host'),
      phone: 'title',
      cell: ({ host, pid, self }) => (
        <span className={classes.two}>
          <span>{host}</span>
          <small className={classes.twoNote}>
            {[t('operation.process.pid', { pid: String(pid) }), self ? t('operation.process.self') : null]
              .filter((each) => each !== null)
              .join(' · ')}
          </small>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('common.state'),
      cell: ({ state }) => (
        <Badge tone={looks[state].tone} icon={looks[state].icon} quiet>
          {t(`operation.state.${state}`)}
        </Badge>
      ),
    },
    {
      key: 'roles',
      title: t('operation.process.roles'),
      // Who serves people serves gateways too.
      cell: ({ roles: held }) =>
        formatList(held.filter((role) => role !== 'ingest' || !held.includes('web')).map(roleText)),
    },
    {
      key: 'gateways',
      title: t('operation.process.gateways'),
      align: 'end',
      cell: ({ gateways }) => (gateways === null ? '–' : formatNumber(gateways, 0)),
    },
    { key: 'version', title: t('common.version'), cell: ({ version }) => version ?? '–' },
    { key: 'since', title: t('common.since'), cell: ({ startedAt }) => <Age at={startedAt} /> },
    { key: 'heartbeat', title: t('operation.process.heartbeat'), cell: ({ heartbeatAt }) => <Age at={heartbeatAt} /> },
  ]
  return (
    <DataList
      label={t('operation.processes.list')}
      columns={columns}
      rows={items}
      rowId={({ id }) => id}
      tone={({ state }) => (state === 'dead' ? 'error' : state === 'late' ? 'warning' : undefined)}
    />
  )
}
