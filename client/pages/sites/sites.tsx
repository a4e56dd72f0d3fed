import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSnapshot } from 'valtio'
import { options } from '../../../contract/devices/admin.ts'
import { sessionMe } from '../../../contract/session.ts'
import { operated } from '../../../contract/sites/admin.ts'
import { list as zones } from '../../../contract/zones.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterReference } from '../../lists/filter-reference.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { session } from '../../stores/session.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useSiteColumns } from './columns.tsx'
import { useManySites } from './many-sites.tsx'

const route = getRouteApi('/sites')

/** The sites that somebody operates; admins see all (ADM-3). */
export function Sites() {
  const t = useT()
  const isAdmin = useSnapshot(session).role === 'Admin'
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const add = (
    <Button component={Link} to="/sites/add" leftSection={<Icon name="plus" size={18} />}>
      {t('sites.add')}
    </Button>
  )
  return (
    <ListPage
      def={operated}
      search={useListSearch(operated, route.useSearch())}
      moved={moved}
      title={t('common.sites')}
      lead={t('sites.lead')}
      label={t('common.sites')}
      searchLabel={t('sites.search')}
      actions={add}
      columns={useSiteColumns()}
      link={({ id }, content) => (
        <Link to="/sites/$siteId" params={{ siteId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManySites()}
      rowName={({ name }) => name}
      empty={{ icon: 'site', title: t('sites.empty.title'), text: t('sites.empty.text'), action: add }}
      filters={(given, filter, view) => (
        <>
          <FilterReference
            label={t('common.zone')}
            value={given.zoneId}
            query={zones}
            toQuery={(search) => ({ search })}
            toOptions={(found) => found.rows}
            known={(view?.rows ?? []).flatMap((row) => row.zones)}
            onChange={(zoneId) => filter({ zoneId })}
          />
          {isAdmin && (
            <FilterReference
              label={t('device-admin.location')}
              value={given.locationId}
              query={options}
              toQuery={searchOf('location')}
              toOptions={(found) => found}
              onChange={(locationId) => filter({ locationId })}
            />
          )}
        </>
      )}
    />
  )
}
