import { comment } from '../../contract/insight.ts'
import { publish } from '../../db/outbox.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import { handle } from '../bus/handle.ts'
import { scopedMalfunction } from './scoped.ts'

/** Keeps what an operator says about a malfunction of his zones, also when it is over: what was found is often written down later. */
export default handle(comment, async ({ input, actor, trx, now, refuse }) => {
  const found = await scopedMalfunction(trx, actor, input.malfunctionId, { lock: true })
  if (!found) return refuse('not-found')
  await trx('malfunctions')
    .where({ id: found.id })
    .update({ comments: trx.raw('comments + 1'), version: trx.raw(`nextval('change_version')`) })
  await trx('malfunction_history').insert({
    malfunction_id: found.id,
    type: 'comment',
    at: now,
    user_id: actor.userId,
    comment: input.text,
  })
  await publish(trx, await malfunctionChanges(trx, [found.id]))
  return { at: now.toISOString() }
})
