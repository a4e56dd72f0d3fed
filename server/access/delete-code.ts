import { deleteCode } from '../../contract/access.ts'
import { Code } from '../../db/models/reservations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { enrolByCodes, lockEvent } from './enrolment.ts'

/** Deletes a code of the caller's zones for everybody, and the enrolments that came with it. Reservations stay. */
export default handle(deleteCode, async ({ input, actor, trx, refuse }) => {
  const code = await Code.query(trx).findById(input.codeId).modify('visibleTo', actor).forUpdate()
  if (!code) return refuse('not-found')
  await lockEvent(trx, code.eventId)
  await code.$query(trx).delete()
  await enrolByCodes(trx, code.eventId)
  return { codeId: input.codeId }
})
