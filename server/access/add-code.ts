import { addCode } from '../../contract/access.ts'
import { Code } from '../../db/models/reservations.ts'
import { many } from '../../db/sql.ts'
import { handle } from '../kernel/bus/handle.ts'
import { enrolByCodes, lockEvent } from './enrolment.ts'
import { guessingWait } from './guessing.ts'

/**
 * Opens a private zone by its code, in any case, and enrols in the code's event. Wrong names are counted: guessing has
 * to wait.
 */
export default handle(addCode, async ({ input, actor, trx, refuse }) => {
  const seconds = await guessingWait(trx, actor.userId)
  if (seconds !== null) return refuse('too-many-requests', { seconds })
  const code = await Code.query(trx)
    .whereRaw('lower(name) = lower(?)', [input.name])
    .whereNotExists(Code.relatedQuery('event').whereNotNull('deleted_at'))
    .forKeyShare()
    .withGraphFetched('zone(named)')
    .first()
  if (!code?.zone) return refuse.keeping('code-unknown')
  await lockEvent(trx, code.eventId)
  const added = await many(
    trx,
    'insert into user_codes (user_id, code_id) values (?, ?) on conflict do nothing returning code_id',
    [actor.userId, code.id],
  )
  if (added.length === 0) return refuse('code-held')
  await enrolByCodes(trx, code.eventId)
  return { codeId: code.id, zone: code.zone }
})
