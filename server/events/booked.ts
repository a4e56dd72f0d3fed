import { booked } from '../../contract/events.ts'
import { Event, Reservation } from '../../db/models/reservations.ts'
import { answer } from '../kernel/bus/handle.ts'

const maxShown = 5

/** Reservations that keep what an access time was when they were made (rules EV-3 and EV-4). */
export default answer(booked, async ({ input, actor, trx, now, refuse }) => {
  const event = await Event.query(trx).findById(input.eventId).modify('visibleTo', actor).modify('kept').select('id')
  if (!event) return refuse('not-found')
  const kept = Reservation.query(trx)
    .where({ event_id: event.id, state: 'RESERVED', parent_id: null })
    .where('ends_at', '>', now)
  const first = await kept
    .clone()
    .join('sites', 'sites.id', 'reservations.site_id')
    .select('reservations.id', 'number', 'starts_at', 'sites.time_zone')
    .orderBy(['starts_at', 'reservations.id'])
    .limit(maxShown)
    .castTo<{ id: number; number: number; startsAt: Date; timeZone: string }[]>()
  return {
    count: await kept.resultSize(),
    first: first.map(({ id, number, startsAt, timeZone }) => ({ id, number, start: startsAt.toISOString(), timeZone })),
  }
})
