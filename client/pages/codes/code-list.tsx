import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { zones as codeZones, list } from '../../../contract/codes.ts'
import { sessionMe } from '../../../contract/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useCodeColumns } from './columns.tsx'
import { useManyCodes } from './many-codes.tsx'

const route = getRouteApi('/codes/list')

/** The access codes of the operator's zones; admins see all (ADM-17). */
export function CodeList() {
  const t = useT()
  const zones = useQuery(codeZones, {}).view ?? []
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const companies = new Map(zones.map(({ tenant }) => [tenant.id, tenant.name]))
  const add = (
    <Button component={Link} to={'/codes/new' as '/'} leftSection={<Icon name="plus" size={18} />}>
      {t('codes.zone.new')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved}
      title={t('codes.zone.list')}
      lead={t('codes.zone.none.text')}
      label={t('codes.zone.list')}
      searchLabel={t('codes.zone.search')}
      actions={add}
      columns={useCodeColumns()}
      link={({ id }, content) => (
        <Link to="/codes/$codeId" params={{ codeId: String(id) } as never}>
          {content}
        </Link>
      )}
      many={useManyCodes()}
      rowName={({ name }) => name}
      empty={{ icon: 'key', title: t('codes.zone.none.title'), text: t('codes.zone.none.text'), action: add }}
      filters={(given, filter) => (
        <>
          <FilterSelect
            label={t('common.zone')}
            value={given.zoneId}
            options={zones.map(({ zone }) => [zone.id, zone.name])}
            onChange={(zoneId) => filter({ zoneId })}
          />
          {companies.size > 1 && (
            <FilterSelect
              label={t('common.tenant')}
              value={given.tenantId}
              options={[...companies]}
              onChange={(tenantId) => filter({ tenantId })}
            />
          )}
        </>
      )}
    />
  )
}
