import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { sessionMe } from '../../../contract/session.ts'
import { list, tenants } from '../../../contract/zones.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useZoneColumns } from './columns.tsx'
import { useManyZones } from './many-zones.tsx'

const route = getRouteApi('/zones')

/** The zones that somebody manages; admins see all (ADM-2). */
export function Zones() {
  const t = useT()
  const { view: companies } = useQuery(tenants, {})
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const add = (
    <Button component={Link} to="/zones/add" leftSection={<Icon name="plus" size={18} />}>
      {t('zones.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved}
      title={t('common.zones')}
      lead={t('zones.lead')}
      label={t('common.zones')}
      searchLabel={t('zones.search')}
      actions={add}
      columns={useZoneColumns()}
      link={({ id }, content) => (
        <Link to="/zones/$zoneId" params={{ zoneId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyZones()}
      rowName={({ name }) => name}
      empty={{ icon: 'zone', title: t('zones.empty.title'), text: t('zones.empty.text'), action: add }}
      filters={(given, filter) => (
        <>
          <FilterSelect
            label={t('common.tenant')}
            value={given.tenantId}
            options={(companies ?? []).map(({ id, name }) => [id, name])}
            onChange={(tenantId) => filter({ tenantId })}
          />
          <FilterSelect
            label={t('common.access')}
            value={given.private === undefined ? undefined : Number(given.private)}
            options={[
              [0, t('zones.filter.open')],
              [1, t('zones.filter.private')],
            ]}
            onChange={(value) => filter({ private: value === undefined ? undefined : value === 1 })}
          />
        </>
      )}
    />
  )
}
