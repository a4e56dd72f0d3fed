import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Act, read } from '../../contract/consequences.ts'
import { edit as editEvent, read as readEvent } from '../../contract/events.ts'
import { edit as editTariff, read as readTariff } from '../../contract/tariffs.ts'
import { edit as editZone, read as readZone } from '../../contract/zones.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import editEventHandler from '../events/edit.ts'
import readEventHandler from '../events/read.ts'
import {
  type BookingWorld,
  bookingWorld,
  done,
  refusedWith,
  type TestPerson,
} from '../reservations/testing/booking-world.ts'
import { book, lifeHandlers, operator } from '../reservations/testing/life.ts'
import editTariffHandler from '../tariffs/edit.ts'
import readTariffHandler from '../tariffs/read.ts'
import editZoneHandler from '../zones/edit.ts'
import readZoneHandler from '../zones/read.ts'
import readHandler from './read.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const handlers = [
  ...[...lifeHandlers, readHandler, editEventHandler, readEventHandler, editTariffHandler, readTariffHandler],
  ...[editZoneHandler, readZoneHandler],
]
const stored = () => db.knex('reservations').orderBy('id')
const look = async (person: TestPerson, act: Act) => done(await person.ask(read, { act }))

/** Does an edit as it was previewed before a booking, which is refused, and after it. */
async function editAround(
  place: BookingWorld,
  rm: TestPerson,
  act: Act,
  edit: (world: string) => ReturnType<TestPerson['send']>,
) {
  await book(await place.person(), place, { from: 24 })
  const seen = await look(rm, act)
  await book(await place.person(), place, { from: 30 })
  expect(refusedWith(await edit(seen.world))).toBe('world-moved')
  const now = await look(rm, act)
  expect(now.reservations.future).toBe(seen.reservations.future + 1)
  const before = await stored()
  done(await edit(now.world))
  expect(await stored()).toEqual(before)
  return now
}

describe('an edit of what is booked leaves reservations as they are, and is refused if one came since its preview', () => {
  it('of an access time', async () => {
    const place = await bookingWorld(db.knex, { handlers })
    const rm = await operator(db.knex, place)
    const {
      id: eventId,
      zone: _zone,
      translations: _own,
      ...event
    } = done(await rm.ask(readEvent, { eventId: place.eventId }))
    const seen = await editAround(place, rm, { act: 'event-edit', eventId }, (world) =>
      rm.send(editEvent, { ...event, translations: { texts: {} }, eventId, slotMinutes: 30, world }),
    )
    expect(seen.items.map(({ outcome }) => outcome)).toEqual(['new-terms', 'new-terms'])
  })

  it('of a tariff', async () => {
    const place = await bookingWorld(db.knex, { handlers })
    const rm = await operator(db.knex, place)
    const { tariff_id: tariffId } = (await db.knex('events').where({ id: place.eventId }).first('tariff_id')) as {
      tariff_id: number
    }
    const { name, description, version } = done(await rm.ask(readTariff, { tariffId }))
    const stages = [{ untilMinutes: 60, priceCents: 900 }]
    const seen = await editAround(place, rm, { act: 'tariff-edit', tariffId }, (world) =>
      rm.send(editTariff, { tariffId, version, name, description, stages, world }),
    )
    expect(seen).toMatchObject({ people: 2, losers: 0, safetyWord: null })
    expect(seen.items.map(({ outcome }) => outcome)).toEqual(['stays', 'stays'])
  })

  it('of a zone that becomes private: who has nothing that opens it loses access', async () => {
    const place = await bookingWorld(db.knex, { handlers })
    const rm = await operator(db.knex, place)
    const { zoneId } = place
    const enrolled = await place.person()
    await db.knex('event_users').insert({ event_id: place.eventId, user_id: enrolled.userId, source: 'operator' })
    await book(enrolled, place, { from: 24 })
    const zone = done(await rm.ask(readZone, { zoneId }))
    const { name, description, version, emailSenderName, monitoring, readableWithoutLogin, additionalSupportInfo } =
      zone
    const seen = await editAround(place, rm, { act: 'zone-private', zoneId }, (world) =>
      rm.send(editZone, {
        ...{ zoneId, version, world, tenantId: zone.tenant.id, name, description, emailSenderName, monitoring },
        ...{ readableWithoutLogin, private: true, additionalSupportInfo, translations: { texts: {} } },
        siteIds: zone.sites.map(({ id }) => id),
        managerIds: zone.managers.map(({ id }) => id),
      }),
    )
    expect(seen).toMatchObject({ people: 3, losers: 2, safetyWord: zone.name })
    expect(seen.items.map(({ outcome }) => outcome).sort()).toEqual(['cannot-extend', 'cannot-extend', 'stays'])
  })
})
