import { removeCode } from '../../contract/access.ts'
import { Code } from '../../db/models/reservations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { enrolByCodes, lockEvent } from './enrolment.ts'

/** Gives up one of the caller's codes, and the enrolment that came with it. Reservations stay. */
export default handle(removeCode, async ({ input, actor, trx, refuse }) => {
  const holds = Code.relatedQuery('users').where('users.id', actor.userId)
  const code = await Code.query(trx).findById(input.codeId).whereExists(holds).forKeyShare()
  if (!code) return refuse('not-found')
  await lockEvent(trx, code.eventId)
  await code.$relatedQuery('users', trx).unrelate().where('users.id', actor.userId)
  await enrolByCodes(trx, code.eventId)
  return { codeId: input.codeId }
})
