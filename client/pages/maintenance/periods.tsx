import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { type MaintenanceView, periods } from '../../../contract/maintenance.ts'
import { sites } from '../../../contract/sites.ts'
import { formatNumber } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useRows, useWatch } from '../../stores/use-watch.ts'
import { onTick, serverNow } from '../../ui/clock.ts'
import { Icon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../ui/page-address.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { useSearchChange } from '../../ui/use-search-change.ts'
import classes from './maintenance.module.css'
import { PeriodCard } from './period-card.tsx'
import { listPeriods, type PeriodFilter, type PeriodList } from './period-status.ts'
import { type MaintenanceSearch, maintenanceSearch, type PeriodStatus, standings } from './search.ts'
import { useMayNotSet } from './use-may-not-set.ts'
import { standingLooks } from './words.ts'

const route = getRouteApi('/maintenance')
const all = (rows: MaintenanceView[]) => rows
const everySecond = (listener: () => void) => onTick(1_000, listener)
const keyOf = ({ groups }: PeriodList) =>
  groups.map(({ standing, periods: found }) => `${standing} ${found.map(({ id }) => id).join(' ')}`).join()
/** Number of rows of a group shown at first. */
const few = 12

/** Maintenance of the operator's zones: active, planned and over, live (MAINT-1). */
export function Periods() {
  const t = useT()
  const live = useWatch(periods, {})
  const rows = useRows(live, 'maintenance', all)
  const search = useAddress(maintenanceSearch, route.useSearch())
  const change = useSearchChange<MaintenanceSearch>()
  const known = useQuery(sites, { limit: 500 })
  const off = useMayNotSet()
  const filter = useMemo<PeriodFilter>(
    () => ({
      query: search.q ?? '',
      show: search.show ?? null,
      site: known.view?.items.find(({ id }) => id === search.site) ?? null,
    }),
    [search, known.view],
  )
  // Time alone begins and ends a period: checked every second, redrawn when the list differs.
  const read = useCallback(() => keyOf(listPeriods(rows, filter, serverNow())), [rows, filter])
  useSyncExternalStore(everySecond, read)
  const list = listPeriods(rows, filter, serverNow())
  const ready = live.state === 'live' || live.state === 'stale'
  const places = known.view?.items ?? []
  return (
    <Page
      title={t('common.maintenance')}
      lead={t('maintenance.lead')}
      live={ready ? { fresh: live.state === 'live', asOf: live.asOf } : undefined}
      actions={<AddButton />}
      tools={
        ready &&
        list.total > 0 && (
          <>
            <SearchField
              label={t('maintenance.search')}
              value={filter.query}
              onChange={(q) => change({ q: q || undefined })}
            />
            {places.length > 1 && (
              <SelectField
                aria-label={t('common.site')}
                value={String(search.site ?? '')}
                onChange={(next) => change({ site: Number(next) || undefined })}
                data={[
                  { value: '', label: t('common.allSites') },
                  ...places.map(({ id, name }) => ({ value: String(id), label: name })),
                ]}
              />
            )}
            <SegmentedFilter<PeriodStatus | 'all'>
              label={t('common.state')}
              value={filter.show ?? 'all'}
              onChange={(show) => change({ show: show === 'all' ? undefined : show })}
              options={[
                { value: 'all', label: t('common.allFeminine') },
                ...standings.map((standing) => ({
                  value: standing,
                  label: t(`maintenance.standing.${standing}`),
                  icon: standingLooks[standing].icon,
                  count: list.counts[standing],
                })),
              ]}
            />
          </>
        )
      }
    >
      {ready && off.role !== null && <p className={classes.dim}>{off.role}</p>}
      {live.state === 'loading' && <RowsSkeleton rows={4} height="8rem" />}
      {live.state === 'error' && live.refusal && (
        <ErrorState text={refusalText(live.refusal)} supportCode={live.refusal.supportCode} onRetry={live.retry} />
      )}
      {ready && list.total === 0 && (
        <EmptyState icon="maintenance" title={t('maintenance.empty.title')} text={t('maintenance.empty.text')} />
      )}
      {ready && list.total > 0 && list.groups.length === 0 && (
        <EmptyState
          icon="filter"
          title={t('maintenance.none.title')}
          text={t('maintenance.none.text')}
          action={
            <Button variant="default" onClick={() => change({ q: undefined, show: undefined, site: undefined })}>
              {t('maintenance.none.reset')}
            </Button>
          }
        />
      )}
      {ready && list.groups.map((group) => <Group key={group.standing} {...group} />)}
    </Page>
  )
}

function Group({ standing, periods: found }: PeriodList['groups'][number]) {
  const t = useT()
  const [whole, setWhole] = useState(false)
  const shown = whole ? found : found.slice(0, few)
  return (
    <section className={classes.group} aria-labelledby={`group-${standing}`}>
      <h2 className={classes.groupTitle} id={`group-${standing}`}>
        {t(`maintenance.group.${standing}`)} <span className={classes.count}>{formatNumber(found.length)}</span>
      </h2>
      <ul className={classes.list}>
        {shown.map((period) => (
          <li className={classes.listItem} key={period.id}>
            <PeriodCard period={period} standing={standing} />
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {t('maintenance.more', { count: formatNumber(found.length) })}
        </Button>
      )}
    </section>
  )
}

/** Everybody who sees maintenance may preview it; the right to set it is checked there. */
function AddButton() {
  const t = useT()
  return (
    <Button component={Link} to={'/maintenance/add' as '/'} leftSection={<Icon name="plus" size={18} />}>
      {t('maintenance.add.title')}
    </Button>
  )
}
