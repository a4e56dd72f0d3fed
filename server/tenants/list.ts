import { type QueryBuilder, raw } from 'objection'
import { type LicenseState, list, type TenantRow } from '../../contract/tenants.ts'
import { Tenant } from '../../db/models/people.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'
import { counts } from './counts.ts'
import { licenseSql } from './license.ts'
import { themeOf } from './row.ts'

type Found = Tenant & {
  license: LicenseState
  userCount: number
  zoneCount: number
  siteCount: number
  productCount: number
}

const csv: readonly CsvColumn<TenantRow>[] = [
  { head: heads.name, cell: ({ name }) => name },
  { head: heads.shortName, cell: ({ label }) => label },
  { head: heads.prefix, cell: ({ prefix }) => prefix },
  { head: heads.city, cell: ({ city }) => city },
  { head: heads.licenceFrom, cell: ({ licenseStart }) => licenseStart },
  { head: heads.licenceUntil, cell: ({ licenseEnd }) => licenseEnd },
  { head: heads.users, cell: ({ users }) => users },
  { head: heads.zones, cell: ({ zones }) => zones },
  { head: heads.sites, cell: ({ sites }) => sites },
  { head: heads.products, cell: ({ products }) => products },
  { head: heads.changed, cell: ({ modifiedAt }) => csvTime(modifiedAt, 'UTC') },
]

/** All companies with counts. The search looks in names, prefix, city, tax id and contacts. */
export default answerList(list, {
  query: ({ trx, now, input: { filters } }) => {
    const license = raw(licenseSql, { now })
    const found = Tenant.query(trx)
      .select('tenants.*', license.as('license'), counts.users().as('user_count'), counts.zones().as('zone_count'))
      .select(counts.sites().as('site_count'), counts.products().as('product_count'))
    if (filters.license !== undefined) found.whereRaw(`(${licenseSql}) = :license`, { now, license: filters.license })
    if (filters.productId !== undefined)
      found.whereExists(Tenant.relatedQuery('products').where('products.id', filters.productId))
    return found as unknown as QueryBuilder<Found>
  },
  id: 'tenants.id',
  search: [
    'tenants.name',
    'tenants.label',
    'tenants.prefix',
    'tenants.legal_name',
    'tenants.city',
    'tenants.tax_id',
    'tenants.commerce_contact',
    'tenants.commerce_email',
    'tenants.project_manager_contact',
    'tenants.project_manager_email',
  ],
  sorts: {
    name: raw('lower(tenants.name)'),
    prefix: raw('lower(tenants.prefix)'),
    city: raw('lower(tenants.city)'),
    licenseEnd: 'tenants.license_end',
    users: raw('?', counts.users()),
    zones: raw('?', counts.zones()),
    sites: raw('?', counts.sites()),
    products: raw('?', counts.products()),
    modifiedAt: 'tenants.modified_at',
  },
  row: (tenant) => ({
    id: tenant.id,
    version: tenant.version,
    name: tenant.name,
    label: tenant.label,
    prefix: tenant.prefix,
    city: tenant.city,
    theme: themeOf(tenant),
    licenseStart: tenant.licenseStart,
    licenseEnd: tenant.licenseEnd,
    license: tenant.license,
    monitoring: tenant.monitoring,
    users: tenant.userCount,
    zones: tenant.zoneCount,
    sites: tenant.siteCount,
    products: tenant.productCount,
    modifiedAt: tenant.modifiedAt.toISOString(),
  }),
  csv,
})
