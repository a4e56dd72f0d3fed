import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { add, booked, edit, list, options, preview, read, remove } from '../../contract/events.ts'
import { rooms } from '../../contract/rooms.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { alwaysBookable, eventFields } from '../testing/rights-events.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
let tariffId: number
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
  tariffId = await insert(db.knex, 'tariffs', { name: 'Hourly', tenant_id: world.tenants.own })
  await db.knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: 150 })
})
afterAll(() => db.close())

const fields = (more: object = {}) => ({ zoneId: world.own.id, ...eventFields, ...more })
const issuesOf = async (more: object) => inShort(await calls.refused('rm', add, fields(more)))

describe('an access time', () => {
  it('is added, read and edited with every field [ADM-11] [EVT-1]', async () => {
    const typeId = world.own.gateway.devices[0]?.typeId ?? 0
    const all = {
      name: 'Nights',
      description: 'From dusk',
      translations: { texts: { de: { name: 'Nächte' } } },
      mode: 'private' as const,
      startsOn: '2026-02-01',
      endsOn: '2026-03-01',
      fullDay: false,
      dailyFrom: '18:00',
      dailyUntil: '24:00',
      singleDay: true,
      slotMinutes: 30,
      minDurationMinutes: 60,
      maxDurationMinutes: 120,
      prebookMinMinutes: 10,
      prebookMaxMinutes: 20,
      emailWhitelist: 'a@b.example, *@uni.example',
      enrolUniversityStaff: true,
      enrolUniversityStudents: true,
      deviceTypeIds: [typeId],
      tariffId,
      refundUntilMinutes: 7,
      lastRebookingMinutes: 8,
      graceMinutes: 9,
      entryLimit: -1,
      exitLimit: 3,
      licencePlateMandatory: true,
      smsEnabled: true,
      gpsEnabled: true,
      guestTicketAllowed: false,
    }
    const { eventId } = await calls.done('rm', add, fields(all))
    const found = await calls.ask('rm', read, { eventId })
    expect(found).toMatchObject({ ...all, zone: { id: world.own.id } })
    const { version } = await calls.done('rm', edit, { eventId, version: found.version, ...eventFields, name: 'Days' })
    expect(await calls.ask('rm', read, { eventId })).toMatchObject({ ...eventFields, name: 'Days', version })
    expect((await calls.ask('admin', list, { search: 'days' })).rows).toMatchObject([{ id: eventId }])
  })

  it('stores an end of :59 seconds as the next full minute [EVT-1]', async () => {
    const window = { fullDay: false, dailyFrom: '08:00', dailyUntil: '23:59:59' }
    const { eventId } = await calls.done('rm', add, fields(window))
    expect(await calls.ask('rm', read, { eventId })).toMatchObject({ dailyFrom: '08:00', dailyUntil: '24:00' })
  })

  it.each([
    [{ fullDay: false }, ['dailyFrom field-required', 'dailyUntil field-required']],
    [{ fullDay: false, dailyFrom: '24:00', dailyUntil: '10:00' }, ['dailyFrom field-invalid']],
    [{ endsOn: '2025-12-31' }, ['endsOn start-after-end']],
    [{ slotMinutes: 0 }, ['slotMinutes field-at-least']],
    [{ minDurationMinutes: 60, maxDurationMinutes: 30 }, ['maxDurationMinutes field-at-least']],
    [{ maxDurationMinutes: 0 }, ['maxDurationMinutes field-invalid']],
    [{ prebookMinMinutes: 60, prebookMaxMinutes: 30 }, ['prebookMaxMinutes field-at-least']],
    [{ emailWhitelist: 'a@b.example, b*@c.example' }, ['emailWhitelist field-email-pattern']],
    [{ emailWhitelist: '*' }, ['emailWhitelist field-email-pattern']],
    [{ deviceTypeIds: [999_999] }, ['deviceTypeIds field-not-found']],
    [{ zoneId: 999_999 }, ['zoneId field-not-found']],
  ])('with %o is refused on its field [ADM-20] [EVT-1]', async (more, issues) => {
    expect(await issuesOf(more)).toEqual(['bad-input', ...issues])
  })

  it('takes a tariff of the company of its zone only [ADM-18] [EVT-1]', async () => {
    const foreign = await insert(db.knex, 'tariffs', { name: 'Theirs', tenant_id: world.tenants.foreign })
    expect(await issuesOf({ tariffId: foreign })).toEqual(['bad-input', 'tariffId field-not-found'])
    const offered = await calls.ask('rm', options, { zoneId: world.own.id })
    expect(offered.tariffs).toEqual([{ id: tariffId, name: 'Hourly' }])
  })

  it('recognises licence plates only if the company bought it [EVT-1]', async () => {
    const product = await db.knex('products').where({ prefix: 'LPR' }).first('id')
    const link = { tenant_id: world.tenants.own, product_id: product.id }
    await db.knex('product_tenants').where(link).delete()
    expect(await issuesOf({ lprEnabled: true })).toEqual(['bad-input', 'lprEnabled lpr-not-bought'])
    await db.knex('product_tenants').insert(link)
    expect((await calls.send('rm', add, fields({ lprEnabled: true }))).ok).toBe(true)
    expect((await calls.ask('rm', options, { zoneId: world.own.id })).products.lpr).toBe(true)
  })

  it('is gone after its deletion, and stays for what was booked with it [EVT-1]', async () => {
    const { eventId, version } = await calls.done('rm', add, fields())
    await calls.done('rm', remove, { eventId, version })
    expect(inShort(await calls.refused('rm', remove, { eventId, version }))).toEqual(['not-found'])
    expect(await db.knex('events').where({ id: eventId }).whereNotNull('deleted_at')).toHaveLength(1)
  })
})

describe('open screens', () => {
  const pushed = async () => {
    const { changes } = (await db.knex('outbox').orderBy('id', 'desc').first('changes')) as { changes: unknown }
    return changes
  }

  it('of the operators of its zone are told what was added, changed and deleted [ADM-11]', async () => {
    const to = [rooms.all(), rooms.zone(world.own.id)]
    const { eventId, version } = await calls.done('rm', add, fields())
    const row = { kind: 'accessTime', id: eventId, rooms: to }
    expect(await pushed()).toMatchObject([{ ...row, version, view: { name: 'Always' } }])
    const renamed = await calls.done('rm', edit, { eventId, version, ...eventFields, name: 'Soon' })
    expect(await pushed()).toMatchObject([{ ...row, version: renamed.version, view: { name: 'Soon' } }])
    await calls.done('rm', remove, { eventId, version: renamed.version })
    expect(await pushed()).toMatchObject([{ ...row, view: null }])
  })

  it('read their views again when it has another name in some language, and only then [ADM-11]', async () => {
    const told: unknown[] = []
    const client = new pg.Client({ connectionString: db.url })
    await client.connect()
    client.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')))
    await client.query('listen rights')
    const { eventId, version } = await calls.done('rm', add, fields())
    const longer = { eventId, version, ...eventFields, maxDurationMinutes: 60 }
    const edited = await calls.done('rm', edit, longer)
    const translations = { texts: { de: { name: 'Immer' } } }
    await calls.done('rm', edit, { ...longer, version: edited.version, translations })
    await db.knex.raw(`select pg_notify('rights', '"end"')`)
    await expect.poll(() => told.at(-1)).toBe('end')
    await client.end()
    expect(told).toEqual([{ all: true, again: true }, 'end'])
  })
})

describe('university groups', () => {
  it('that it lets in are enrolled with their linked accounts, and no longer when it does not [EVT-1]', async () => {
    const link = (userId: number, groups: string[], state = 'linked') =>
      db.knex('university_links').insert({
        user_id: userId,
        university: 'uni',
        tenant_id: world.tenants.own,
        subject: String(userId),
        groups,
        state,
        ...(state === 'linked' ? { linked_at: new Date(), checked_at: new Date() } : {}),
      })
    await link(world.users.visitor.id, ['staff', 'students'])
    await link(world.users.foreignRm.id, ['students'])
    await link(world.users.remote.id, ['staff'], 'prepared')
    const { eventId, version } = await calls.done('rm', add, fields({ enrolUniversityStudents: true }))
    const enrolled = () =>
      db.knex('event_users').where({ event_id: eventId }).orderBy('user_id').select('user_id', 'source')
    expect(await enrolled()).toEqual([
      { user_id: world.users.visitor.id, source: 'university-students' },
      { user_id: world.users.foreignRm.id, source: 'university-students' },
    ])
    const byHand = { event_id: eventId, user_id: world.users.srm.id, source: 'operator' }
    await db.knex('event_users').insert(byHand)
    await calls.done('rm', edit, { eventId, version, ...eventFields, enrolUniversityStaff: true })
    expect(await enrolled()).toEqual([
      { user_id: world.users.visitor.id, source: 'university-staff' },
      { user_id: world.users.srm.id, source: 'operator' },
    ])
  })
})

describe('what is booked with it', () => {
  it('is named: reservations that are not over, the first by start [EVT-1]', async () => {
    const { eventId } = await calls.done('rm', add, fields())
    const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000)
    const stay = (start: number, end: number, state = 'RESERVED') =>
      insert(db.knex, 'reservations', {
        user_id: world.users.visitor.id,
        site_id: world.own.siteId,
        device_id: world.own.gateway.devices[0]?.id,
        event_id: eventId,
        reserved_at: new Date(),
        starts_at: hour(start),
        ends_at: hour(end),
        state,
      })
    await stay(-9, -8)
    await stay(3, 4, 'STORNO')
    const [later, sooner] = [await stay(5, 6), await stay(1, 2)]
    const { count, first } = await calls.ask('rm', booked, { eventId })
    expect([count, first.map(({ id }) => id)]).toEqual([2, [sooner, later]])
  })
})

describe('the preview', () => {
  const see = (more: object) =>
    calls.ask('rm', preview, { zoneId: world.own.id, eventId: null, ...alwaysBookable, tariffId, ...more })

  it('shows what values that are not saved let people book, and for how much [ADM-11]', async () => {
    const { days, who } = await see({ minDurationMinutes: 60, maxDurationMinutes: 120 })
    expect(days).toHaveLength(14)
    expect(days[3]).toMatchObject({
      bookable: { shortest: { minutes: 60, priceCents: 150 }, longest: { minutes: 120, priceCents: 300 } },
      closedBy: null,
    })
    expect(who).toMatchObject({ everybody: true, patterns: [] })
  })

  it('names the rule that closes a day, and who may book [ADM-11]', async () => {
    const { days, who } = await see({ startsOn: '2099-01-01', emailWhitelist: '*@uni.example' })
    expect(days.map(({ closedBy }) => closedBy?.code)).toEqual(days.map(() => 'no-access-time'))
    expect(who).toMatchObject({ everybody: false, patterns: ['*@uni.example'] })
  })

  it('shows nothing that costs while the company may not take money [ADM-11]', async () => {
    const product = await db.knex('products').where({ prefix: 'PAYMENT' }).first('id')
    const link = { tenant_id: world.tenants.own, product_id: product.id }
    await db.knex('product_tenants').where(link).delete()
    expect((await see({})).days[3]).toMatchObject({ bookable: null, closedBy: { code: 'payment-not-offered' } })
    await db.knex('product_tenants').insert(link)
    expect((await see({})).days[3]?.closedBy).toBeNull()
  })

  it('leaves out retired devices [ADM-11]', async () => {
    const atSite = db.knex('site_zones').select('site_id').where({ zone_id: world.own.id })
    const devices = () => db.knex('devices').whereIn('site_id', atSite)
    const reservable = db.knex('device_types').select('id').where({ is_reservable: true })
    const deviceTypeIds = await devices().whereIn('device_type_id', reservable).distinct().pluck('device_type_id')
    expect((await see({ deviceTypeIds })).days[3]?.closedBy).toBeNull()
    await devices().update({ retired_at: new Date() })
    expect((await see({ deviceTypeIds })).days[3]?.closedBy).toMatchObject({ code: 'no-access-time' })
    await devices().update({ retired_at: null })
  })
})
