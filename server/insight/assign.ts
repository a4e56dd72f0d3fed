import { assign } from '../../contract/insight.ts'
import { publish } from '../../db/outbox.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import { handle } from '../bus/handle.ts'
import { operatorsOf } from './operators.ts'
import { scopedMalfunction } from './scoped.ts'

/** Gives an open malfunction to an operator of its site, or takes it away (null). To whoever has it already it changes nothing. */
export default handle(assign, async ({ input: { malfunctionId, userId }, actor, trx, now, refuse }) => {
  const found = await scopedMalfunction(trx, actor, malfunctionId, { lock: true })
  if (!found) return refuse('not-found')
  if (found.closedAt) return refuse('malfunction-closed')
  const [to = null] = userId === null ? [] : await operatorsOf(trx, found.siteId, userId)
  if (userId !== null && to === null) return refuse('not-an-operator-there')
  if (found.assignedTo === userId) return { assignedTo: to }
  await trx('malfunctions')
    .where({ id: found.id })
    .update({ assigned_to: userId, version: trx.raw(`nextval('change_version')`) })
  await trx('malfunction_history').insert({
    malfunction_id: found.id,
    type: 'assigned',
    at: now,
    user_id: actor.userId,
    data: { name: to?.name ?? null },
  })
  await publish(trx, await malfunctionChanges(trx, [found.id]))
  return { assignedTo: to }
})
