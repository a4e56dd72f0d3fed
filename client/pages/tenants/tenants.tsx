import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { licenseStates, list, products } from '../../../contract/tenants.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { useQuery } from '../../stores/use-query.ts'
import { Icon } from '../../ui/icons.tsx'
import { useTenantColumns } from './columns.tsx'
import { useManyTenants } from './many-tenants.tsx'

const route = getRouteApi('/tenants')

/** All companies (ADM-1). */
export function Tenants() {
  const t = useT()
  const { view: sold } = useQuery(products, {})
  const add = (
    <Button component={Link} to="/tenants/add" leftSection={<Icon name="plus" size={18} />}>
      {t('tenants.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      title={t('common.tenants')}
      lead={t('tenants.lead')}
      label={t('common.tenants')}
      searchLabel={t('tenants.search')}
      actions={add}
      columns={useTenantColumns()}
      link={({ id }, content) => (
        <Link to="/tenants/$tenantId" params={{ tenantId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyTenants()}
      rowName={({ name }) => name}
      empty={{ icon: 'company', title: t('tenants.empty.title'), text: t('tenants.empty.text'), action: add }}
      filters={(given, filter) => (
        <>
          <FilterSelect
            label={t('tenants.license')}
            value={given.license}
            options={licenseStates.map((state) => [state, t(`tenants.license.${state}`)])}
            onChange={(license) => filter({ license })}
          />
          <FilterSelect
            label={t('common.product')}
            value={given.productId}
            options={(sold?.extra ?? []).map((product) => [product.id, nameIn(product)])}
            onChange={(productId) => filter({ productId })}
          />
        </>
      )}
    />
  )
}
