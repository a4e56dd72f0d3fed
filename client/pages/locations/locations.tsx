import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { list } from '../../../contract/locations.ts'
import { sessionMe } from '../../../contract/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useLocationColumns } from './columns.tsx'
import { useLocationName } from './location-name.ts'
import { useManyLocations } from './many-locations.tsx'

const route = getRouteApi('/locations')

/** All locations (ADM-4). */
export function Locations() {
  const t = useT()
  const nameOf = useLocationName()
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const add = (
    <Button component={Link} to="/locations/add" leftSection={<Icon name="plus" size={18} />}>
      {t('locations.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved}
      title={t('locations.title')}
      lead={t('locations.lead')}
      label={t('locations.title')}
      searchLabel={t('locations.search')}
      actions={add}
      columns={useLocationColumns()}
      link={({ id }, content) => (
        <Link to="/locations/$locationId" params={{ locationId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyLocations()}
      rowName={nameOf}
      empty={{ icon: 'pin', title: t('locations.empty.title'), text: t('locations.empty.text'), action: add }}
      filters={(given, filter, view) => {
        const types = [...new Set([...(view?.rows ?? []).map(({ type }) => type), given.type ?? []].flat())].sort()
        return (
          <FilterSelect
            label={t('insight.fact.type')}
            value={given.type}
            options={types.map((type) => [type, type])}
            onChange={(type) => filter({ type })}
          />
        )
      }}
    />
  )
}
