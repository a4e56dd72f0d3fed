import { removeCode } from '../../contract/access.ts'
import { many } from '../../db/sql.ts'
import { handle } from '../bus/handle.ts'
import { enrolByCodes, lockEvent } from './enrolment.ts'

/** Gives a code of one's own up, and the enrolment that came with it. Reservations stay. */
export default handle(removeCode, async ({ input, actor, trx, refuse }) => {
  const [code] = await many<{ event_id: number | null }>(
    trx,
    `select c.event_id from codes c join user_codes uc on uc.code_id = c.id
     where c.id = ? and uc.user_id = ? for key share of c`,
    [input.codeId, actor.userId],
  )
  if (!code) return refuse('not-found')
  await lockEvent(trx, code.event_id)
  await trx('user_codes').where({ user_id: actor.userId, code_id: input.codeId }).delete()
  await enrolByCodes(trx, code.event_id)
  return { codeId: input.codeId }
})
