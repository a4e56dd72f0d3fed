import type { Knex } from 'knex'
import { allowAutomatic } from '../../contract/control/own.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { lockHeld } from '../doors/holder.ts'
import { publishAccess } from '../doors/publish-access.ts'
import { sold } from '../doors/sold.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishReservations } from '../reservations/publish-reservations.ts'

/**
 * Grants or withdraws the person's consent to be let in by position, for this reservation and in the profile (rule
 * C-36).
 */
export default handle(allowAutomatic, async ({ input, actor, trx, refuse }) => {
  const { reservationId, allow } = input
  const held = await lockHeld(trx, reservationId, actor.userId)
  if (!held) return refuse('not-found')
  const code = reservationRefusal('ALLOW_AUTOMATIC', held, held.at)
  if (code) return refuse(code)
  if (allow && !(held.rules.gpsEnabled && (await isSold(trx, reservationId)))) return refuse('automatic-not-allowed')
  await trx('reservations').where({ id: reservationId }).update({ use_automatic_access: allow })
  await publishReservations(trx, [reservationId])
  const changed = await trx('users')
    .where({ id: actor.userId, allows_automatic_access: !allow })
    .update({ allows_automatic_access: allow })
  if (changed > 0) await publishAccess(trx, await otherStays(trx, actor.userId, reservationId))
  return { reservationId, allow }
})

async function isSold(trx: Knex, reservationId: number): Promise<boolean> {
  const row = await trx('reservations as r')
    .where('r.id', reservationId)
    .first<{ sold: boolean }>(trx.raw(`${sold('r', 'GPS')} as sold`))
  return row.sold
}

/** The person's other live reservations also show the consent: each gets a new version. */
async function otherStays(trx: Knex.Transaction, userId: number, but: number): Promise<number[]> {
  const { rows } = await trx.raw<{ rows: { id: number }[] }>(
    `with stays as (
       select id from reservations where user_id = ? and id <> ? and parent_id is null and state = 'RESERVED' and ends_at > now()
       order by id for no key update)
     update reservations r set use_automatic_access = r.use_automatic_access from stays where r.id = stays.id returning r.id`,
    [userId, but],
  )
  return rows.map(({ id }) => id)
}
