import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { options } from '../../../contract/devices/admin.ts'
import { changes, list, silences } from '../../../contract/gateways.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterReference } from '../../lists/filter-reference.tsx'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useGatewayColumns } from './columns.tsx'
import { useManyGateways } from './many-gateways.tsx'

const route = getRouteApi('/gateways')

/** All gateways, for admins (ADM-5). */
export function Gateways() {
  const t = useT()
  const moved = useChangeCounter(useWatch(changes, {}), 'gateway')
  const add = (
    <Button component={Link} to="/gateway/add" leftSection={<Icon name="plus" size={18} />}>
      {t('gateways.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved}
      title={t('operation.process.gateways')}
      lead={t('gateways.lead')}
      label={t('operation.process.gateways')}
      searchLabel={t('gateways.search')}
      actions={add}
      columns={useGatewayColumns()}
      link={({ id }, content) => (
        <Link to="/gateway/$gatewayId" params={{ gatewayId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyGateways()}
      rowName={({ name }) => name}
      empty={{ icon: 'gateway', title: t('gateways.empty.title'), text: t('gateways.empty.text'), action: add }}
      filters={(given, filter, view) => (
        <>
          <FilterReference
            label={t('common.site')}
            value={given.siteId}
            query={options}
            toQuery={searchOf('site')}
            toOptions={(found) => found}
            known={(view?.rows ?? []).flatMap(({ site }) => site ?? [])}
            onChange={(siteId) => filter({ siteId })}
          />
          <FilterSelect
            label={t('insight.fact.lastMessage')}
            value={given.silence}
            options={silences.map((silence) => [silence, t(`gateways.silence.${silence}`)])}
            onChange={(silence) => filter({ silence })}
          />
        </>
      )}
    />
  )
}
