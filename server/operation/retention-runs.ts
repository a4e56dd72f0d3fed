import { retentionRuns } from '../../contract/operation.ts'
import { one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { readRuns } from './runs-read.ts'

/** Returns deletion runs of one kind of data or of all, newest first. */
export default answer(retentionRuns, async ({ input, trx }) => {
  const where = input.key === undefined ? 'true' : 'r.key = ?'
  const bindings = input.key === undefined ? [] : [input.key]
  const { recordCount } = await one<{ recordCount: number }>(
    trx,
    `select count(*)::int as "recordCount" from retention_runs r where ${where}`,
    bindings,
  )
  const items = await readRuns(trx, where, bindings, { limit: input.limit, offset: (input.page - 1) * input.limit })
  return { items, recordCount }
})
