import { sites } from '../../contract/sites.ts'
import { answer } from '../kernel/bus/handle.ts'
import { containing } from '../kernel/sql.ts'
import { siteDetails, siteRows } from './details.ts'

/** Sites of the caller's zones by name; `query` looks in name, address and city. */
export default answer(sites, async ({ input, actor, trx }) => {
  const { results, total } = await siteRows(trx)
    .modify('visibleTo', actor)
    .leftJoinRelated('location')
    .whereRaw(`concat_ws(' ', sites.name, sites.full_name, location.address, location.city) ilike ?`, [
      containing(input.query),
    ])
    .page(input.page - 1, input.limit)
  return { items: results.map(siteDetails), recordCount: total }
})
