import { read } from '../../contract/logs.ts'
import { LoggedLine } from '../../db/models/logs.ts'
import { answer } from '../kernel/bus/handle.ts'
import { logRow } from './log-row.ts'

/** One line of the log with its details. */
export default answer(read, async ({ input, trx, refuse }) => {
  const line = await LoggedLine.query(trx).findById(input.lineId).withGraphFetched('user')
  return line ? logRow(line) : refuse('not-found')
})
