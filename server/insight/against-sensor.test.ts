import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { requestAction } from '../../contract/control/own.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { advanceRun } from '../control/advance-run.ts'
import { answer, carryOut } from '../control/testing/gateway.ts'
import { type Boxes, boxes } from '../overstay/testing/stays.ts'
import { done, type TestPerson } from '../reservations/testing/booking-world.ts'
import { againstSensor } from './against-sensor.ts'

let db: TestDatabase
let site: Boxes
let person: TestPerson

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  await db.knex('reservations').where({ state: 'RESERVED' }).update({ state: 'STORNO', ended_at: new Date() })
  await db.knex('overstays').delete()
  await db.knex('device_states').update({ status: 'free' })
  await db.knex('malfunctions').delete()
  site = await boxes(db.knex, { places: 2 })
  person = await site.person()
})

const longAgo = new Date(0)
const look = (since = longAgo) => againstSensor(db.knex, since)()
const open = async () =>
  (
    await db.knex('malfunctions').whereNull('closed_at').whereIn('device_id', site.deviceIds).orderBy('id').select()
  ).map(({ kind, reservation_id, detail }) => [kind, reservation_id, detail.why])
/** Occupies a box since so many minutes ago. */
async function occupy(place: number, minutes: number): Promise<void> {
  await site.report(place, 'occupied', -minutes)
  await db
    .knex('device_states')
    .where({ device_id: site.box(place) })
    .update({
      last_state_change: new Date(Date.now() - minutes * 60_000),
      last_message_at: new Date(),
    })
}
async function leave(place: number): Promise<void> {
  await site.report(place, 'free')
  await db
    .knex('device_states')
    .where({ device_id: site.box(place) })
    .update({ last_state_change: new Date() })
}

describe('occupied without a reservation [LIVE-1]', () => {
  it('is found after three minutes, once, and ends when the place is free', async () => {
    await occupy(0, 2)
    expect(await look()).toEqual({ opened: 0, closed: 0 })
    await occupy(0, 4)
    expect(await Promise.all([look(), look(), look()])).toContainEqual({ opened: 1, closed: 0 })
    expect(await look()).toEqual({ opened: 0, closed: 0 })
    expect(await open()).toEqual([['occupied-unbooked', null, undefined]])
    await leave(0)
    expect(await look()).toEqual({ opened: 0, closed: 1 })
    expect(await open()).toEqual([])
  })

  it('is not reported during or shortly before a reservation, as overstay, under maintenance, or where nothing is monitored', async () => {
    await occupy(0, 30)
    await look()
    const id = await site.stay(person, 0, 5, 65)
    expect(await look()).toMatchObject({ closed: 1 })
    await db.knex('reservations').where({ id }).update({ state: 'STORNO', ended_at: new Date() })
    const stayed = await site.stay(person, 0, -20, -4)
    await site.report(0, 'occupied', -10)
    expect(await site.run()).toMatchObject({ begun: 1 })
    expect(await look()).toMatchObject({ opened: 0 })
    await db.knex('overstays').where({ reservation_id: stayed }).update({ ended_at: new Date() })
    await insert(db.knex, 'maintenance_periods', {
      scope: 'device',
      device_id: site.box(0),
      reason: 'Paint',
      starts_at: new Date(Date.now() - 60_000),
    })
    expect(await look()).toMatchObject({ opened: 0 })
    await occupy(1, 30)
    await db
      .knex('devices')
      .where({ id: site.box(1) })
      .update({ monitoring: false })
    expect(await look()).toMatchObject({ opened: 0 })
  })

  it('is not reported where no access time offers the place', async () => {
    await occupy(0, 30)
    await db.knex('events').update({ deleted_at: new Date() })
    try {
      expect(await look()).toEqual({ opened: 0, closed: 0 })
    } finally {
      await db.knex('events').update({ deleted_at: null })
    }
    expect(await look()).toMatchObject({ opened: 1 })
    await db.knex('events').update({ ends_on: '2026-01-01' })
    try {
      expect(await look()).toMatchObject({ closed: 1 })
    } finally {
      await db.knex('events').update({ ends_on: null })
    }
  })

  it('needs a report since the start of the portal, whatever the clock of the device [T26]', async () => {
    await occupy(0, 30)
    expect(await look(new Date(Date.now() + 60_000))).toMatchObject({ opened: 0 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
    try {
      expect(await look(longAgo)).toMatchObject({ opened: 1 })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('a booked but unusable place [LIVE-1]', () => {
  it('is found ten minutes before the start if a stranger occupies it, names the reservation, and ends with it', async () => {
    await occupy(0, 60)
    const id = await site.stay(person, 0, 9, 69)
    await look()
    expect(await open()).toEqual([['booked-blocked', id, 'occupied']])
    await db.knex('reservations').where({ id }).update({ state: 'STORNO', ended_at: new Date() })
    await look()
    expect(await open()).toEqual([['occupied-unbooked', null, undefined]])
  })

  it('is found if the device fails to open, until it does', async () => {
    const id = await site.stay(person, 0, -5, 55)
    const tries = async (end: () => Promise<void>) => {
      await db.knex.raw(
        `update device_commands set sent_at = sent_at - interval '9 s', issued_at = issued_at - interval '9 s' where device_id = ?`,
        [site.box(0)],
      )
      const validUntil = new Date(Date.now() + 9_000).toISOString()
      const { runId } = done(
        await person.send(requestAction, { reservationId: id, deviceId: null, action: 'open', validUntil }),
      )
      await end()
      await advanceRun(db.knex, site.context, runId)
    }
    await tries(() => answer(db.knex, site.box(0), 'failed', 'jammed'))
    await look()
    expect(await open()).toEqual([['booked-blocked', id, 'jammed']])
    await tries(() => carryOut(db.knex, site.box(0)))
    await look()
    expect(await open()).toEqual([])
  })
})

describe('an implausible sensor [LIVE-1]', () => {
  it('flickers twelve times in ten minutes, and is quiet half an hour later', async () => {
    for (let each = 0; each < 12; each += 1) await site.report(0, each % 2 ? 'free' : 'occupied', -9 + each / 2)
    await leave(0)
    await look()
    expect(await open()).toEqual([])
    for (const minutes of [-2, -1]) await site.report(0, minutes === -2 ? 'occupied' : 'free', minutes)
    await look()
    expect(await open()).toEqual([['sensor-doubtful', null, 'flickers']])
    await site.pass(31)
    await look()
    expect(await open()).toEqual([])
  })

  it('saw nobody in three stays, until it sees somebody', async () => {
    for (const from of [-300, -200, -100]) {
      const id = await site.stay(person, 1, from, from + 60)
      await db.knex('reservations').where({ id }).update({ entries_used: 1 })
      await site.report(1, 'free', from + 5)
    }
    const all = againstSensor(db.knex, longAgo)
    for (let run = 0; run < 3; run += 1) await all()
    expect(await open()).toEqual([['sensor-doubtful', null, 'never-occupied']])
    await site.report(1, 'occupied', -20)
    await leave(1)
    await look()
    expect(await open()).toEqual([])
  })
})
