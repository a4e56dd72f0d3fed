import { type AnyQueryBuilder, type QueryBuilder, raw } from 'objection'
import { list, type ProductRow } from '../../contract/products.ts'
import { Product } from '../../db/models/people.ts'
import { containing } from '../kernel/sql.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { searchIn } from '../lists/search.ts'
import { namedRole, productViewOf } from './texts.ts'

type Found = Product & { tenantCount: number }

/** Companies that bought a product. */
const tenantCount = () => Product.relatedQuery('tenants').count()

const csv: readonly CsvColumn<ProductRow>[] = [
  { head: heads.name, cell: ({ name, names }, language) => names[language] ?? name },
  { head: heads.prefix, cell: ({ prefix }) => prefix },
  {
    head: heads.description,
    cell: ({ description, descriptions }, language) => descriptions[language] ?? description,
  },
  { head: heads.basic, cell: ({ basic }) => basic },
  { head: heads.roles, cell: ({ roles }) => roles.map(({ name }) => name).join(', ') },
  { head: heads.companies, cell: ({ tenants }) => tenants },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** All products. The search looks in prefix, and in name and description in any language. */
export default answerList(list, {
  query: ({ trx, input: { filters } }) => {
    const found = Product.query(trx).select('products.*', tenantCount().as('tenant_count')).withGraphFetched('roles')
    found.modifyGraph('roles', (query) => void query.orderBy('roles.id'))
    if (filters.basic !== undefined) found.where('products.basic', filters.basic)
    if (filters.roleId !== undefined) found.whereExists(Product.relatedQuery('roles').where('roles.id', filters.roleId))
    return found as unknown as QueryBuilder<Found>
  },
  id: 'products.id',
  search: (query: AnyQueryBuilder, text: string) => {
    query.where((found: AnyQueryBuilder) => {
      searchIn(found, ['products.name', 'products.description', 'products.prefix'], text)
      found.orWhereRaw(
        `exists (select from jsonb_each(products.translations) as l where concat_ws(' ', l.value ->> 'name', l.value ->> 'description') ilike ?)`,
        [containing(text)],
      )
    })
  },
  sorts: {
    name: ({ actor }) =>
      raw(`lower(coalesce(nullif(products.translations -> ?::text ->> 'name', ''), products.name))`, [actor.language]),
    prefix: raw('lower(products.prefix)'),
    tenants: raw('?', tenantCount()),
    modifiedAt: 'products.modified_at',
  },
  row: (product) => ({
    ...productViewOf(product),
    version: product.version,
    basic: product.basic,
    roles: (product.roles ?? []).map(namedRole),
    tenants: product.tenantCount,
    modifiedAt: product.modifiedAt.toISOString(),
  }),
  csv,
})
