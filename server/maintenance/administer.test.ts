import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { edit, list, read, remove } from '../../contract/maintenance.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { told } from '../../telemetry/commands/testing/site.ts'
import { done, refusedWith, type TestPerson } from '../reservations/testing/booking-world.ts'
import { book, hour } from '../reservations/testing/life.ts'
import { publishAffected } from './publish-changed.ts'
import { type MaintainedWorld, maintainedWorld, manager, plan, takeBack } from './testing/maintained.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const place = (world: MaintainedWorld, n: number) => world.deviceIds[n] ?? 0
const ids = async (person: TestPerson, input: z.input<typeof list.input> = {}) =>
  done(await person.ask(list, input)).rows.map(({ id }) => id)
const pushed = async (periodId: number) =>
  (await told(db.knex))
    .flatMap(({ changes }) => changes)
    .filter(({ kind, id }) => kind === 'maintenance' && id === periodId)

/** A period as the database has it, without its consequences. */
const write = (row: object) => insert(db.knex, 'maintenance_periods', { reason: 'Paint', ...row })

describe('the list of maintenance [ADM-19] [MAINT-1]', () => {
  it('has active ones first, then the next ones, then what is over, also long ago', async () => {
    const world = await maintainedWorld(db.knex)
    const own = { scope: 'site', site_id: world.siteId }
    const over = await write({ ...own, starts_at: '2020-03-01T08:00:00Z', ends_at: '2020-03-01T09:00:00Z' })
    const later = await write({ ...own, starts_at: hour(9), ends_at: null })
    const next = await write({ ...own, starts_at: hour(5), ends_at: hour(6) })
    const active = await write({ ...own, starts_at: hour(-2), ends_at: hour(6) })
    const newest = await write({ ...own, starts_at: hour(-1), ends_at: null })
    const ended = await write({
      ...{ ...own, starts_at: hour(-4), ends_at: hour(4) },
      ...{ revoked_at: hour(-3), revoke_reason: 'done' },
    })
    expect(await ids(world.srm)).toEqual([newest, active, next, later, ended, over])
    expect(await ids(world.srm, { sort: '-end' })).toEqual([newest, later, active, next, ended, over])
    expect(await ids(world.srm, { filters: { status: 'planned' } })).toEqual([next, later])
    expect(await ids(world.srm, { filters: { status: 'over' } })).toEqual([ended, over])
    expect(done(await world.srm.ask(list, { filters: { status: 'active' } })).rows.map(({ status }) => status)).toEqual(
      ['active', 'active'],
    )
    expect(done(await world.srm.ask(read, { periodId: over }))).toMatchObject({ id: over, reason: 'Paint' })
  })

  it('finds those that cover a site: its own, those of its devices and of its zones', async () => {
    const world = await maintainedWorld(db.knex)
    const elsewhere = await maintainedWorld(db.knex)
    const times = { starts_at: hour(1), ends_at: null }
    const zone = await write({ scope: 'zone', zone_id: world.zoneId, ...times })
    const site = await write({ scope: 'site', site_id: world.siteId, ...times })
    const device = await write({ scope: 'device', device_id: place(world, 0), ...times })
    await write({ scope: 'site', site_id: elsewhere.siteId, ...times })
    const admin = await manager(db.knex, world, { role: 'Admin', inZone: false })
    const filters = { siteId: world.siteId }
    expect(new Set(await ids(admin, { filters }))).toEqual(new Set([zone, site, device]))
    expect(await ids(admin, { filters: { ...filters, scope: 'device' } })).toEqual([device])
    const { rows } = done(await admin.ask(list, { filters: { ...filters, scope: 'device' } }))
    expect(rows[0]).toMatchObject({ target: { id: place(world, 0) }, site: { id: world.siteId }, affected: 0 })
  })

  it('is seen by managers in their zones and only there [ADM-23]', async () => {
    const world = await maintainedWorld(db.knex)
    const elsewhere = await maintainedWorld(db.knex)
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(5) })
    const rm = await manager(db.knex, world, {})
    expect(await ids(rm)).toEqual([periodId])
    expect(await ids(elsewhere.srm)).toEqual([])
    expect(refusedWith(await elsewhere.srm.ask(read, { periodId }))).toBe('not-found')
  })
})

describe('the texts of maintenance [ADM-19]', () => {
  it('are edited by super managers and admins as they were seen; its progress is no edit', async () => {
    const world = await maintainedWorld(db.knex)
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(5) })
    const { version } = done(await world.srm.ask(read, { periodId }))
    await db
      .knex('maintenance_periods')
      .where({ id: periodId })
      .update({ version: db.knex.raw(`nextval('change_version')`) })
    const given = { periodId, version, reason: 'New lock', description: 'Key 7' }
    const admin = await manager(db.knex, world, { role: 'Admin', inZone: false })
    const saved = done(await admin.send(edit, given))
    expect(saved.version).toBeGreaterThan(version)
    expect((await pushed(periodId)).at(-1)).toMatchObject({ view: { reason: 'New lock', description: 'Key 7' } })
    const stale = await world.srm.send(edit, { ...given, reason: 'Mine' })
    expect(stale).toMatchObject({
      refusal: { code: 'changed-meanwhile', current: { values: { reason: 'New lock', description: 'Key 7' } } },
    })
    const empty = await world.srm.send(edit, { ...given, version: saved.version, reason: '' })
    expect(refusedWith(empty)).toBe('bad-input')
    const spaced = await world.srm.send(edit, { ...given, version: saved.version, reason: ' x' })
    expect(spaced).toMatchObject({ refusal: { fields: [{ path: 'reason', issue: 'field-whitespace' }] } })
  })

  it('are not for managers, nor for those of other zones', async () => {
    const world = await maintainedWorld(db.knex)
    const elsewhere = await maintainedWorld(db.knex)
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(5) })
    const { version } = done(await world.srm.ask(read, { periodId }))
    const rm = await manager(db.knex, world, {})
    const given = { periodId, version, reason: 'Mine', description: null }
    expect(refusedWith(await rm.send(edit, given))).toBe('not-authorized')
    expect(refusedWith(await rm.send(remove, { periodId, version }))).toBe('not-authorized')
    expect(refusedWith(await elsewhere.srm.send(edit, given))).toBe('not-found')
    expect(refusedWith(await elsewhere.srm.send(remove, { periodId, version }))).toBe('not-found')
    expect(await db.knex('maintenance_periods').where({ id: periodId }).first('reason')).toEqual({ reason: 'Paint' })
  })

  it('are published again to everybody whose reservation is affected', async () => {
    const world = await maintainedWorld(db.knex, { places: 1 })
    const person = await world.person()
    const { id } = await book(person, world, { from: 5, deviceId: place(world, 0) })
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    const { version } = done(await world.srm.ask(read, { periodId }))
    done(await world.srm.send(edit, { periodId, version, reason: 'New lock', description: null }))
    expect((await told(db.knex)).at(-1)?.fact).toBe('maintenance.reworded')
    expect(await publishAffected(db.knex, periodId)).toBe(1)
    const changes = (await told(db.knex)).flatMap((row) => row.changes)
    expect(changes.findLast((change) => change.kind === 'reservation' && change.id === id)).toMatchObject({
      view: { maintenance: [{ id: periodId, reason: 'New lock' }] },
    })
  })
})

describe('the removal of maintenance [ADM-19]', () => {
  it('is only for what was taken back before it began', async () => {
    const world = await maintainedWorld(db.knex)
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(5) })
    const planned = done(await world.srm.ask(read, { periodId }))
    expect(refusedWith(await world.srm.send(remove, { periodId, version: planned.version }))).toBe('maintenance-kept')
    await takeBack(world.srm, periodId)
    const stale = await world.srm.send(remove, { periodId, version: planned.version })
    expect(refusedWith(stale)).toBe('changed-meanwhile')
    const { version } = done(await world.srm.ask(read, { periodId }))
    done(await world.srm.send(remove, { periodId, version }))
    expect(await ids(world.srm)).toEqual([])
    expect((await pushed(periodId)).at(-1)).toMatchObject({ view: null })
    const ran = await write({
      ...{ scope: 'site', site_id: world.siteId, starts_at: hour(-4), ends_at: null },
      ...{ revoked_at: hour(-3), revoke_reason: 'done' },
    })
    const past = done(await world.srm.ask(read, { periodId: ran }))
    expect(refusedWith(await world.srm.send(remove, { periodId: ran, version: past.version }))).toBe('maintenance-kept')
  })

  it('names the reservations that it affected', async () => {
    const world = await maintainedWorld(db.knex, { places: 1 })
    const { id, number } = await book(await world.person(), world, { from: 5, deviceId: place(world, 0) })
    const { periodId } = await plan(world.srm, { targetId: place(world, 0), start: hour(4) })
    await takeBack(world.srm, periodId)
    const { version } = done(await world.srm.ask(read, { periodId }))
    expect(await world.srm.send(remove, { periodId, version })).toMatchObject({
      refusal: {
        code: 'in-use',
        dependants: [{ kind: 'reservation', count: 1, first: [{ id, name: String(number) }] }],
      },
    })
  })
})
