import type { list, ProductRow } from '../../../contract/products.ts'
import { formatDate, formatList, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import type { ListColumn } from '../../lists/column.ts'
import { TwoLines } from '../../lists/two-lines.tsx'
import { descriptionIn } from '../../products/product-texts.ts'
import { roleName } from '../../products/role-name.ts'

type ProductColumn = ListColumn<ProductRow, (typeof list.sorts)[number]>

/** The columns of products. */
export function useProductColumns(): readonly ProductColumn[] {
  const t = useT()
  return [
    {
      key: 'name',
      title: t('common.name'),
      sort: 'name',
      always: true,
      phone: 'title',
      cell: (product) => <TwoLines small={descriptionIn(product)}>{nameIn(product)}</TwoLines>,
    },
    { key: 'prefix', title: t('common.prefix'), sort: 'prefix', cell: ({ prefix }) => prefix },
    {
      key: 'kind',
      title: t('insight.filter.kind'),
      cell: ({ basic }) => t(basic ? 'products.kind.basicShort' : 'products.kind.extraShort'),
    },
    {
      key: 'roles',
      title: t('common.roles'),
      cell: ({ roles }) => formatList(roles.map(roleName)) || '–',
    },
    {
      key: 'tenants',
      title: t('products.boughtBy'),
      sort: 'tenants',
      align: 'end',
      cell: ({ basic, tenants }) => (basic ? t('products.boughtBy.all') : formatNumber(tenants)),
    },
    {
      key: 'modifiedAt',
      title: t('common.changed'),
      sort: 'modifiedAt',
      cell: ({ modifiedAt }) => <time dateTime={modifiedAt}>{formatDate(modifiedAt)}</time>,
    },
  ]
}
