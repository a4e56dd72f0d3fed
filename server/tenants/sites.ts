import { sites } from '../../contract/tenants.ts'
import { many, one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Number of sites of a page. */
const pageSize = 1_000

interface Row {
  readonly id: number
  readonly name: string
  readonly tenants: { readonly id: number; readonly name: string }[]
}

/** Sites of all companies, or of one, with the companies whose zones each is in. */
export default answer(sites, async ({ input, trx }) => {
  const where = { tenantId: input.tenantId ?? null, limit: pageSize, offset: (input.page - 1) * pageSize }
  const { count } = await one<{ count: number }>(trx, `select count(*)::int as count from sites s ${ofTenant}`, where)
  const rows = await many<Row>(
    trx,
    `select s.id, coalesce(s.full_name, s.name) as name,
       (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name, t.id), '[]')
        from tenants t where t.id in (select z.tenant_id from site_zones sz join zones z on z.id = sz.zone_id where sz.site_id = s.id)) as tenants
     from sites s ${ofTenant} order by lower(coalesce(s.full_name, s.name)), s.id limit :limit offset :offset`,
    where,
  )
  return { sites: rows, recordCount: count }
})

const ofTenant = `where :tenantId::int is null or s.id in (
  select sz.site_id from site_zones sz join zones z on z.id = sz.zone_id where z.tenant_id = :tenantId::int)`
