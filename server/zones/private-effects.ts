import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { matchesWhitelist } from '../../machines/booking/permission.ts'
import { countHolds, readBooked } from '../effects/booked.ts'
import type { Effects } from '../effects/effects.ts'

/**
 * Returns what happens when a zone becomes private: what is booked stays, but people whom nothing lets in (rule A-1) lose
 * sight of it and cannot extend.
 */
export async function considerPrivate(trx: Knex, zoneId: number, now: Date): Promise<Effects> {
  const where = { sql: 'r.event_id in (select id from events where zone_id = :zoneId)', values: { zoneId } }
  const booked = await readBooked(trx, where, { now, outcome: 'stays' })
  const people = [...new Set(booked.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const shutOut = new Set(await readShutOut(trx, zoneId, people))
  return {
    subject: `private zone ${zoneId}`,
    reservations: booked.map((each) =>
      each.userId !== null && shutOut.has(each.userId) ? { ...each, outcome: 'cannot-extend' } : each,
    ),
    holds: await countHolds(trx, where, now),
    losers: [...shutOut],
    losses: [],
  }
}

/** Returns those of some people whom nothing lets into a private zone: no code, enrolment, whitelist or membership. */
async function readShutOut(trx: Knex, zoneId: number, people: readonly number[]): Promise<number[]> {
  const rows = await many<{ id: number; email: string | null; whitelists: string[] }>(
    trx,
    `select u.id, u.email, array(select e.email_whitelist from events e
       where e.zone_id = :zoneId and e.deleted_at is null and e.email_whitelist is not null) as whitelists
     from users u join roles on roles.id = u.role_id
     where u.id = any (:people) and roles.kind <> 'Admin'
       and not exists (select from user_zones uz where uz.user_id = u.id and uz.zone_id = :zoneId)
       and not exists (select from user_codes uc join codes c on c.id = uc.code_id where uc.user_id = u.id and c.zone_id = :zoneId)
       and not exists (select from event_users eu join events e on e.id = eu.event_id
         where eu.user_id = u.id and e.zone_id = :zoneId and e.deleted_at is null)
     order by u.id`,
    { zoneId, people: [...people] },
  )
  return rows
    .filter(({ email, whitelists }) => email === null || !whitelists.some((list) => matchesWhitelist(email, list)))
    .map(({ id }) => id)
}
