import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { changes, list, tenants } from '../../../contract/tariffs.ts'
import { useT } from '../../i18n/i18n.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useTariffColumns } from './columns.tsx'
import { useManyTariffs } from './many-tariffs.tsx'

const route = getRouteApi('/tariffs')

/** The tariffs of the companies whose zones somebody manages; admins see all (ADM-18). */
export function Tariffs() {
  const t = useT()
  const { view: companies } = useQuery(tenants, {})
  const moved = useChangeCounter(useWatch(changes, {}), 'tariff')
  const add = (
    <Button component={Link} to="/tariffs/add" leftSection={<Icon name="plus" size={18} />}>
      {t('tariffs.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved}
      title={t('tariffs.title')}
      lead={t('tariffs.lead')}
      label={t('tariffs.title')}
      searchLabel={t('tariffs.search')}
      actions={add}
      columns={useTariffColumns()}
      link={({ id }, content) => (
        <Link to="/tariffs/$tariffId" params={{ tariffId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyTariffs()}
      rowName={({ name }) => name}
      empty={{ icon: 'euro', title: t('tariffs.empty.title'), text: t('tariffs.empty.text'), action: add }}
      filters={(given, filter) => (
        <>
          <FilterSelect
            label={t('common.tenant')}
            value={given.tenantId}
            options={(companies ?? []).map(({ id, name }) => [id, name])}
            onChange={(tenantId) => filter({ tenantId })}
          />
          <FilterSelect
            label={t('tariffs.filter.use')}
            value={given.inUse === undefined ? undefined : Number(given.inUse)}
            options={[
              [1, t('tariffs.filter.used')],
              [0, t('tariffs.filter.unused')],
            ]}
            onChange={(value) => filter({ inUse: value === undefined ? undefined : value === 1 })}
          />
        </>
      )}
    />
  )
}
