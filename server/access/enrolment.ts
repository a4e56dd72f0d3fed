import type { Knex } from 'knex'
import { Event } from '../../db/models/reservations.ts'

/**
 * Enrols exactly the holders of an event's codes; other sources (university, operator) stay (rule A-6). The caller has
 * locked the event.
 */
export async function enrolByCodes(trx: Knex, eventId: number | null): Promise<void> {
  if (eventId === null) return
  const holders = 'select uc.user_id from user_codes uc join codes c on c.id = uc.code_id where c.event_id = :eventId'
  await trx.raw(
    `delete from event_users eu where eu.event_id = :eventId and eu.source = 'code' and eu.user_id not in (${holders})`,
    { eventId },
  )
  await trx.raw(
    `insert into event_users (event_id, user_id, source) select distinct :eventId::int, user_id, 'code' from (${holders}) held
     on conflict do nothing`,
    { eventId },
  )
}

/** Call it before a code of the event is entered, given up or deleted. A booking does not wait for it. */
export async function lockEvent(trx: Knex, eventId: number | null): Promise<void> {
  if (eventId !== null) await Event.query(trx).findById(eventId).select('id').forNoKeyUpdate()
}
