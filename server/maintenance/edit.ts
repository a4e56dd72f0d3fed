import { fact } from '../../contract/facts.ts'
import { edit } from '../../contract/maintenance.ts'
import { newVersion } from '../../db/models/version.ts'
import { publish } from '../../db/outbox.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPeriod } from './lock-period.ts'
import { readPeriods } from './period-view.ts'

/** Saves the texts of a period (rule MT-14). Whoever is affected reads the new reason at once; messages that were sent stay. */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { periodId, version, reason, description } = input
  const kept = await lockPeriod(trx, refuse, { periodId, version, actor })
  const reworded = reason === kept.reason ? undefined : fact('maintenance.reworded', { periodId })
  const saved = await kept
    .$query(trx)
    .patchAndFetch({ reason, description, modifiedBy: actor.userId, version: newVersion() })
  await publish(trx, await readPeriods(trx, [periodId]), reworded)
  return { periodId, version: saved.editVersion }
})
