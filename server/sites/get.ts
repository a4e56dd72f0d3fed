import { site } from '../../contract/sites.ts'
import { siteScope } from '../../telemetry/views/scope.ts'
import { scopeOf } from '../access/scope.ts'
import { answer } from '../bus/handle.ts'
import { readSites } from './read.ts'

/** One site of the caller's zones. */
export default answer(site, async ({ input, actor, trx, refuse }) => {
  const { sql, bindings } = siteScope(scopeOf(actor), 's.id')
  const where = { sql: `s.id = ? AND ${sql}`, bindings: [input.siteId, ...bindings] }
  const [found] = await readSites(trx, where, { limit: 1, offset: 0 })
  return found ?? refuse('not-found')
})
