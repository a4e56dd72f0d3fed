import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { affected, preview, revoke, set } from '../../contract/maintenance.ts'
import { hold } from '../../contract/reservations/book.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { done, refusedWith } from '../reservations/testing/booking-world.ts'
import { book, endIn, hour, plantDevice } from '../reservations/testing/life.ts'
import { type MaintainedWorld, maintainedWorld, manager, plan, rowsOf, takeBack } from './testing/maintained.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const place = (world: MaintainedWorld, n: number) => world.deviceIds[n] ?? 0
const nameOf = async (world: MaintainedWorld, n: number) =>
  (
    (await db
      .knex('devices')
      .where({ id: place(world, n) })
      .first('name')) as { name: string }
  ).name
const request = (world: MaintainedWorld, from: number, until: number | null) => ({
  scope: 'device' as const,
  targetId: place(world, 0),
  start: hour(from),
  end: until === null ? null : hour(until),
})

describe('permissions', () => {
  it('allow preview to operators, and changes only to admins and super managers who bought the product; other zones stay hidden [MAINT-1] [ADM-25]', async () => {
    const world = await maintainedWorld(db.knex)
    const other = await maintainedWorld(db.knex)
    const rm = await manager(db.knex, world, {})
    const admin = await manager(db.knex, world, { role: 'Admin', inZone: false })
    const given = { ...request(world, 5, 6), reason: 'Paint', description: null, safetyWord: await nameOf(world, 0) }
    for (const person of [rm, world.srm, admin]) {
      const { version } = done(await person.ask(preview, request(world, 5, 6)))
      const answer = await person.send(set, { ...given, version })
      expect(answer.ok ? 'ok' : answer.refusal.code).toBe(person === rm ? 'not-authorized' : 'ok')
      if (answer.ok)
        expect(refusedWith(await rm.send(revoke, { periodId: answer.reply.periodId, reason: 'x' }))).toBe(
          'not-authorized',
        )
    }
    expect(refusedWith(await other.srm.ask(preview, request(world, 5, 6)))).toBe('not-found')
    expect(refusedWith(await other.srm.send(set, { ...given, version: 'x' }))).toBe('not-found')
    for (const scope of ['zone', 'site'] as const) {
      const targetId = scope === 'zone' ? world.zoneId : world.siteId
      expect(refusedWith(await other.srm.ask(preview, { ...given, scope, targetId } as never))).toBe('bad-input')
      const asked = { scope, targetId, start: hour(5), end: null }
      expect(refusedWith(await other.srm.ask(preview, asked))).toBe('not-found')
      expect(done(await world.srm.ask(preview, asked)).devices).toBe(3)
    }
    await db.knex('product_tenants').where({ tenant_id: world.tenantId }).delete()
    expect(refusedWith(await world.srm.send(set, { ...given, version: 'x' }))).toBe('not-authorized')
  })
})

describe('setting a period', () => {
  it('requires the exact name and the plan that was previewed; if the world has changed, refuses and writes nothing [MAINT-4]', async () => {
    const world = await maintainedWorld(db.knex)
    const [first, second] = [await world.person(), await world.person()]
    await book(first, world, { from: 5, deviceId: place(world, 0) })
    const seen = done(await world.srm.ask(preview, request(world, 4, null)))
    expect(seen.counts).toEqual({ moves: 1, cannotMove: 0, losesAccess: 0 })
    const given = { ...request(world, 4, null), reason: 'Paint', description: 'inside', version: seen.version }
    const send = (more: object) => world.srm.send(set, { ...given, safetyWord: seen.target.safetyWord, ...more })
    expect(refusedWith(await send({ safetyWord: `${seen.target.safetyWord} ` }))).toBe('safety-word-wrong')
    // Somebody books there meanwhile.
    await book(second, world, { from: 7, deviceId: place(world, 0) })
    expect(refusedWith(await send({}))).toBe('maintenance-changed')
    expect(await db.knex('maintenance_periods').where({ device_id: place(world, 0) })).toEqual([])
    const again = done(await world.srm.ask(preview, request(world, 4, null)))
    expect(again.version).not.toBe(seen.version)
    const { periodId } = done(await send({ version: again.version }))
    expect(await rowsOf(db.knex, periodId)).toMatchObject([{ outcome: 'pending' }, { outcome: 'pending' }])
    expect(done(await world.srm.ask(affected, { periodId })).recordCount).toBe(2)
  })

  it('refuses texts that its fields cannot hold, and stores nothing [MAINT-1] [ADM-20]', async () => {
    const world = await maintainedWorld(db.knex)
    const seen = done(await world.srm.ask(preview, request(world, 4, null)))
    const { safetyWord } = seen.target
    const given = { ...request(world, 4, null), reason: 'Paint', description: null, version: seen.version, safetyWord }
    const rules = [
      [{ reason: '' }, 'reason field-required'],
      [{ reason: '  ' }, 'reason field-not-empty'],
      [{ reason: ' Paint' }, 'reason field-whitespace'],
      [{ reason: 'x'.repeat(2_049) }, 'reason field-too-long'],
      [{ description: 'inside ' }, 'description field-whitespace'],
      [{ description: 'x'.repeat(2_049) }, 'description field-too-long'],
    ] as const
    for (const [change, expected] of rules) {
      const answer = await world.srm.send(set, { ...given, ...change })
      const issues = answer.ok ? ['carried out'] : answer.refusal.fields?.map(({ path, issue }) => `${path} ${issue}`)
      expect(issues, expected).toEqual([expected])
    }
    expect(await db.knex('maintenance_periods').where({ device_id: place(world, 0) })).toEqual([])
  })

  it('counts a start of up to five minutes ago as now, and refuses an invalid span [MAINT-1]', async () => {
    const world = await maintainedWorld(db.knex)
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
    const ask = async (start: string, end: string | null) => {
      const answer = await world.srm.ask(preview, { scope: 'device', targetId: place(world, 0), start, end })
      return answer.ok ? 'ok' : [answer.refusal.code, answer.refusal.fields?.map(({ path }) => path)]
    }
    expect(await ask(ago(4), null)).toBe('ok')
    expect(await ask(ago(6), null)).toEqual(['start-in-past', ['start']])
    expect(await ask(ago(4), ago(3))).toEqual(['span-empty', ['end']])
    expect(await ask(hour(2), hour(2))).toEqual(['span-empty', ['end']])
    expect(await ask(hour(2), hour(6 * 366 * 24))).toEqual(['span-too-long', ['end']])
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: ago(4) })
    const { late } = (
      await db.knex.raw(
        "select starts_at > now() - interval '1 minute' as late from maintenance_periods where id = ?",
        [periodId],
      )
    ).rows[0] as { late: boolean }
    expect(late).toBe(true)
  })

  it('assigns no place twice, and takes the tightest gap; people on the place lose access from its first moment [MAINT-2] [MAINT-4]', async () => {
    const world = await maintainedWorld(db.knex, { places: 4 })
    const people = await Promise.all(Array.from({ length: 6 }, () => world.person()))
    const [a, b, c, d, e, f] = people as [
      typeof world.srm,
      typeof world.srm,
      typeof world.srm,
      typeof world.srm,
      typeof world.srm,
      typeof world.srm,
    ]
    // On the maintained place: one that runs, two in sequence, then one that fits nowhere.
    const running = await book(a, world, { from: 1, deviceId: place(world, 0) })
    await endIn(db.knex, running.id, -5)
    const early = await book(b, world, { from: 5, until: 7, deviceId: place(world, 0) })
    const late = await book(c, world, { from: 8, until: 9, deviceId: place(world, 0) })
    // Place 1 is free from 4 to 8, place 2 from 7 on, place 3 never.
    await book(d, world, { from: 8, until: 30, deviceId: place(world, 1) })
    await book(e, world, { from: 3, until: 7, deviceId: place(world, 2) })
    await book(f, world, { from: 2, until: 30, deviceId: place(world, 3) })
    const seen = done(await world.srm.ask(preview, { ...request(world, 0, null), start: new Date().toISOString() }))
    expect(seen.items.map(({ reservationId, outcome, to }) => [reservationId, outcome, to?.id ?? null])).toEqual([
      [early.id, 'move', place(world, 1)],
      [late.id, 'move', place(world, 2)],
    ])
    await endIn(db.knex, running.id, 30)
    const now = done(await world.srm.ask(preview, { ...request(world, 0, null), start: new Date().toISOString() }))
    expect(now.items[0]).toMatchObject({ reservationId: running.id, outcome: 'loses-access', triesUntil: null })
    expect(now.suggestedStart).toBe(now.items[0]?.end)
    expect(now.counts).toEqual({ moves: 2, cannotMove: 0, losesAccess: 1 })
    expect(now.items[0]?.refundCents).toBeGreaterThan(0)
    expect(now.refundCents).toBe(now.items[0]?.refundCents)
    expect(now.messages).toEqual([{ language: 'en', mails: 3, sms: 0 }])
  })

  it('affects everybody behind a door, or at a site; nobody can be moved within a closed site [MAINT-1] [MAINT-2]', async () => {
    const world = await maintainedWorld(db.knex, { places: 2 })
    await db
      .knex('devices')
      .where({ id: place(world, 0) })
      .update({ path_number: 1 })
    await db
      .knex('devices')
      .where({ id: place(world, 1) })
      .update({ path_number: 2 })
    const door = await plantDevice(db.knex, world, 'BARRIER', { path_number: 1, is_mandatory: true })
    const [first, second] = [await world.person(), await world.person()]
    const behind = await book(first, world, { from: 5, deviceId: place(world, 0) })
    await book(second, world, { from: 7, deviceId: place(world, 1) })
    const seen = done(await world.srm.ask(preview, { ...request(world, 4, null), targetId: door }))
    expect(seen.items).toMatchObject([{ reservationId: behind.id, outcome: 'move', to: { id: place(world, 1) } }])
    const site = done(
      await world.srm.ask(preview, { scope: 'site', targetId: world.siteId, start: hour(4), end: null }),
    )
    expect(site.counts).toEqual({ moves: 0, cannotMove: 2, losesAccess: 0 })
    expect(site.items.map(({ triesUntil }) => triesUntil)).toEqual([null, null])
  })

  it('ends holds of people who are choosing, and refuses new bookings at once [MAINT-3]', async () => {
    const world = await maintainedWorld(db.knex, { places: 1 })
    const person = await world.person()
    const asked = { siteId: world.siteId, start: hour(5), end: hour(6), deviceId: place(world, 0) }
    const { reservation } = done(await person.send(hold, asked))
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    expect(await db.knex('reservations').where({ id: reservation.id }).first('state', 'end_reason')).toEqual({
      state: 'CANCELED',
      end_reason: 'maintenance',
    })
    expect(refusedWith(await person.send(hold, asked))).toBe('maintenance-then')
    await takeBack(world.srm, periodId)
    expect((await person.send(hold, asked)).ok).toBe(true)
    expect(refusedWith(await world.srm.send(revoke, { periodId, reason: 'again' }))).toBe('maintenance-over')
  })
})
