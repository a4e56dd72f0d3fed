import { addCode } from '../../contract/access.ts'
import { many } from '../../db/sql.ts'
import { handle } from '../bus/handle.ts'
import { enrolByCodes, lockEvent } from './enrolment.ts'
import { guessingWait } from './guessing.ts'

interface Code {
  id: number
  zone_id: number
  zone_name: string
  event_id: number | null
}

/**
 * Opens a private zone by its access code, whatever the case of its letters, and enrols in the code's event. A code of a deleted event opens
 * nothing. Who guesses has to wait: wrong names are kept and counted.
 */
export default handle(addCode, async ({ input, actor, trx, refuse }) => {
  const seconds = await guessingWait(trx, actor.userId)
  if (seconds !== null) return refuse('too-many-requests', { seconds })
  const [code] = await many<Code>(
    trx,
    `select c.id, c.zone_id, z.name as zone_name, c.event_id
     from codes c join zones z on z.id = c.zone_id left join events e on e.id = c.event_id
     where lower(c.name) = lower(?) and e.deleted_at is null for key share of c`,
    [input.name],
  )
  if (!code) return refuse.keeping('code-unknown')
  await lockEvent(trx, code.event_id)
  const added = await many(
    trx,
    'insert into user_codes (user_id, code_id) values (?, ?) on conflict do nothing returning code_id',
    [actor.userId, code.id],
  )
  if (added.length === 0) return refuse('code-held')
  await enrolByCodes(trx, code.event_id)
  return { codeId: code.id, zone: { id: code.zone_id, name: code.zone_name } }
})
