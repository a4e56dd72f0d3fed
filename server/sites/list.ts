import { sites } from '../../contract/sites.ts'
import { answer } from '../kernel/bus/handle.ts'
import { siteDetails, siteRows, sitesFound } from './details.ts'

/** Sites of the caller's zones by name; `query` looks in name, address and city. */
export default answer(sites, async ({ input, actor, trx }) => {
  const { results, total } = await sitesFound(siteRows(trx).modify('visibleTo', actor), input)
  return { items: results.map(siteDetails), recordCount: total }
})
