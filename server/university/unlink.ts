import { unlink } from '../../contract/university.ts'
import { many } from '../../db/sql.ts'
import { enrolUniversity, lockUniversity } from '../access/enrol-university.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Ends the caller's link with the university, and what it enrolled them in (rule A-8). Reservations stay. */
export default handle(unlink, async ({ actor, trx, refuse }) => {
  const { userId } = actor
  const held = (await trx('university_links').where({ user_id: userId }).first('tenant_id', 'state')) as
    | { tenant_id: number | null; state: string }
    | undefined
  if (!held) return refuse('university-not-linked')
  if (held.tenant_id !== null) await lockUniversity(trx, held.tenant_id)
  const ended = await many<{ state: string }>(trx, 'delete from university_links where user_id = ? returning state', [
    userId,
  ])
  await enrolUniversity(trx, { userId })
  if (ended[0]?.state !== 'linked') return refuse.keeping('university-not-linked')
  return {}
})
