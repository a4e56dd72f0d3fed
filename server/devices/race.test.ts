import { afterAll, beforeAll, expect, it } from 'vitest'
import { edit, remove } from '../../contract/devices/admin.ts'
import { hold } from '../../contract/reservations/book.ts'
import { Device } from '../../db/models/sites.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import holdHandler from '../reservations/hold.ts'
import { type BookingWorld, bookingWorld, type TestPerson } from '../reservations/testing/booking-world.ts'
import editHandler from './edit.ts'
import removeHandler from './remove.ts'
import { valuesOf } from './values.ts'

let db: TestDatabase
let world: BookingWorld
let admin: TestPerson
const rounds = 12
beforeAll(async () => {
  db = await createTestDatabase({ max: 12 })
  world = await bookingWorld(db.knex, { places: rounds, handlers: [holdHandler, removeHandler, editHandler] })
  admin = await world.as(await plantUser(db.knex, 'admin', 'Admin'))
})
afterAll(() => db.close())

it('whoever books and whoever removes or moves a device at the same moment: one of them wins [ADM-6] [BOOK-1]', async () => {
  const elsewhere = await insert(db.knex, 'sites', { name: 'Elsewhere' })
  const start = new Date(Math.ceil(Date.now() / 3_600_000 + 24) * 3_600_000)
  const span = { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() }
  const outcomes = await Promise.all(
    world.deviceIds.map(async (deviceId, index) => {
      const visitor = await world.person()
      const device = await Device.query(db.knex).findById(deviceId).throwIfNotFound()
      const { version } = device
      const fields = { ...(await valuesOf(db.knex, device)), siteId: elsewhere }
      const [booked, changed] = await Promise.all([
        visitor.send(hold, { siteId: world.siteId, deviceId, ...span }),
        index % 2 === 0
          ? admin.send(remove, { deviceId, version })
          : admin.send(edit, { deviceId, version, ...fields }),
      ])
      expect(booked.ok, JSON.stringify([booked, changed])).toBe(!changed.ok)
      return [booked, changed].flatMap((answer) => (answer.ok ? [] : [answer.refusal.code]))
    }),
  )
  expect(new Set(outcomes.flat()).size).toBeGreaterThan(0)
  for (const code of outcomes.flat()) expect(['in-use', 'device-in-use', 'device-not-bookable']).toContain(code)
  const { rows } = await db.knex.raw<{ rows: object[] }>(
    `SELECT FROM reservations r LEFT JOIN devices d ON d.id = r.device_id AND d.site_id = r.site_id AND d.retired_at IS NULL
     WHERE r.state = 'CREATED' AND d.id IS NULL`,
  )
  expect(rows).toEqual([])
})
