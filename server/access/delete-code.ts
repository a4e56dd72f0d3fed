import { deleteCode } from '../../contract/access.ts'
import { many } from '../../db/sql.ts'
import { handle } from '../bus/handle.ts'
import { enrolByCodes, lockEvent } from './enrolment.ts'

/** Takes a code of the caller's zones away from everybody, and the enrolments that came with it. Reservations stay. */
export default handle(deleteCode, async ({ input, actor, trx, refuse }) => {
  const [code] = await many<{ event_id: number | null }>(
    trx,
    'select event_id from codes where id = ? and (?::boolean or zone_id = any (?)) for update',
    [input.codeId, actor.seesAll, [...actor.zoneIds]],
  )
  if (!code) return refuse('not-found')
  await lockEvent(trx, code.event_id)
  await trx('codes').where({ id: input.codeId }).delete()
  await enrolByCodes(trx, code.event_id)
  return { codeId: input.codeId }
})
