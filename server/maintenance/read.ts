import { read } from '../../contract/maintenance.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { answer } from '../kernel/bus/handle.ts'
import { readPeriods } from './period-view.ts'

/** One period that covers something in the caller's zones. */
export default answer(read, async ({ input, actor, trx, refuse }) => {
  const period = await MaintenancePeriod.query(trx).findById(input.periodId).modify('visibleTo', actor)
  if (!period) return refuse('not-found')
  const [change] = await readPeriods(trx, [period.id])
  if (!change?.view) return refuse('not-found')
  return { ...change.view, version: period.editVersion }
})
