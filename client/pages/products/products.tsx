import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { list, roles } from '../../../contract/products.ts'
import { sessionMe } from '../../../contract/session.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListPage } from '../../lists/list-page.tsx'
import { useListSearch } from '../../lists/use-list-search.ts'
import { roleName } from '../../products/role-name.ts'
import { useChangeCounter } from '../../stores/use-change-counter.ts'
import { useQuery } from '../../stores/use-query.ts'
import { useWatch } from '../../stores/use-watch.ts'
import { Icon } from '../../ui/icons.tsx'
import { useProductColumns } from './columns.tsx'
import { useManyProducts } from './many-products.tsx'

const route = getRouteApi('/products')

/** All products (ADM-12). */
export function Products() {
  const t = useT()
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const { view: all } = useQuery(roles, {}, moved)
  const add = (
    <Button component={Link} to="/products/add" leftSection={<Icon name="plus" size={18} />}>
      {t('products.add')}
    </Button>
  )
  return (
    <ListPage
      def={list}
      search={useListSearch(list, route.useSearch())}
      moved={moved}
      title={t('common.products')}
      lead={t('products.lead')}
      label={t('common.products')}
      searchLabel={t('products.search')}
      actions={add}
      columns={useProductColumns()}
      link={({ id }, content) => (
        <Link to="/products/$productId" params={{ productId: String(id) }}>
          {content}
        </Link>
      )}
      many={useManyProducts()}
      rowName={nameIn}
      empty={{ icon: 'tag', title: t('common.noProducts'), text: t('products.empty.text'), action: add }}
      filters={(given, filter) => (
        <>
          <FilterSelect
            label={t('insight.filter.kind')}
            value={given.basic === undefined ? undefined : Number(given.basic)}
            options={[
              [1, t('products.kind.basic')],
              [0, t('products.kind.extra')],
            ]}
            onChange={(value) => filter({ basic: value === undefined ? undefined : value === 1 })}
          />
          <FilterSelect
            label={t('common.roles')}
            value={given.roleId}
            options={(all ?? []).map((role) => [role.id, roleName(role)])}
            onChange={(roleId) => filter({ roleId })}
          />
        </>
      )}
    />
  )
}
