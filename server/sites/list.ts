import { sites } from '../../contract/sites.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import { answer } from '../bus/handle.ts'
import { readSites } from './read.ts'

/** Sites of the caller's zones by name; `query` looks in name, address and city. */
export default answer(sites, async ({ input, actor, trx }) => {
  const scope = siteScope(scopeOf(actor), 's.id')
  const pattern = `%${input.query.replace(/[\\%_]/g, '\\$&')}%`
  const where = {
    sql: `${scope.sql} AND concat_ws(' ', s.name, s.full_name, l.address, l.city) ILIKE ?`,
    bindings: [...scope.bindings, pattern],
  }
  const count = await trx.raw<{ rows: { n: number }[] }>(
    `SELECT count(*) AS n FROM sites s LEFT JOIN locations l ON l.id = s.location_id WHERE ${where.sql}`,
    where.bindings,
  )
  const items = await readSites(trx, where, { limit: input.limit, offset: (input.page - 1) * input.limit })
  return { items, recordCount: count.rows[0]?.n ?? 0 }
})
