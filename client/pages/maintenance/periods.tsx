import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { options } from '../../../contract/devices/admin.ts'
import { list, maintenanceScopes, periodStatuses, periods } from '../../../contract/maintenance.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { FilterReference } from '../../lists/filter-reference.tsx'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useMinute } from '../../ui/use-minute.ts'
import { usePeriodColumns } from './columns.tsx'
import { useMayNotSet } from './use-may-not-set.ts'

const route = getRouteApi('/maintenance')

/** Maintenance of the operator's zones: active, planned and over (MAINT-1, ADM-19). Only who may set it has a button for it. */
export function Periods() {
  const t = useT()
  const live = useWatch(periods, {})
  const moved = useChangeCounter(live, 'maintenance')
  // Time alone begins and ends a period.
  const minute = useMinute() / 60_000
  const { role } = useMayNotSet()
  const add = role === null && (
    <Button component={Link} to={'/maintenance/add' as '/'} leftSection={<Icon name="plus" size={18} />}>
      {t('maintenance.add.title')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved + minute}
      live={{ fresh: live.state === 'live', asOf: live.asOf }}
      title={t('common.maintenance')}
      lead={t('maintenance.lead')}
      label={t('common.maintenance')}
      searchLabel={t('maintenance.search')}
      actions={add}
      columns={usePeriodColumns()}
      link={({ id }, content) => (
        <Link to="/maintenance/$periodId" params={{ periodId: String(id) } as never}>
          {content}
        </Link>
      )}
      rowName={({ target }) => target.name}
      empty={{
        icon: 'maintenance',
        title: t('maintenance.empty.title'),
        text: t('maintenance.empty.text'),
        ...(add ? { action: add } : {}),
      }}
      filters={(given, filter, view) => (
        <>
          <FilterSelect
            label={t('common.state')}
            value={given.status}
            options={periodStatuses.map((status) => [status, t(`maintenance.standing.${status}`)])}
            onChange={(status) => filter({ status })}
          />
          <FilterSelect
            label={t('maintenance.what.scope')}
            value={given.scope}
            options={maintenanceScopes.map((scope) => [scope, t(`maintenance.scope.${scope}`)])}
            onChange={(scope) => filter({ scope })}
          />
          <FilterReference
            label={t('common.site')}
            value={given.siteId}
            query={options}
            toQuery={searchOf('site')}
            toOptions={(found) => found.map((each) => ({ id: each.id, name: nameIn(each) }))}
            known={(view?.rows ?? []).flatMap(({ site }) => site ?? [])}
            onChange={(siteId) => filter({ siteId })}
          />
        </>
      )}
    />
  )
}
