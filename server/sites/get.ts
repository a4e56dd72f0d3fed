import { site } from '../../contract/sites.ts'
import { answer } from '../kernel/bus/handle.ts'
import { siteDetails, siteRows } from './details.ts'

/** Returns one site of the caller's zones. */
export default answer(site, async ({ input, actor, trx, refuse }) => {
  const found = await siteRows(trx).findById(input.siteId).modify('visibleTo', actor)
  return found ? siteDetails(found) : refuse('not-found')
})
