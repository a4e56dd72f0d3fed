import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import type { CommandDef, QueryDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { add, edit, list, managerOptions, read, remove, tenants } from '../../contract/zones.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert, plantUser } from '../../db/testing/fixtures.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import { registry } from '../registry.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'

type Login = keyof World['users']
type Input = z.input<typeof add.input>

let db: TestDatabase
let world: World
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
})
afterAll(() => db.close())

const session = (login: Login) => openSession(db.knex, world.users[login].id, login === 'admin' ? 'admin' : 'portal')
let commands = 0
async function send<D extends CommandDef>(login: Login, def: D, input: z.input<D['input']>) {
  commands += 1
  const id = `00000000-0000-4000-8000-${String(commands).padStart(12, '0')}`
  const answer = await runCommand(testContext(db.knex, registry()), await session(login), { id, name: def.name, input })
  return answer as { ok: true; reply: z.output<D['reply']> } | { ok: false; refusal: Refusal }
}
async function done<D extends CommandDef>(
  login: Login,
  def: D,
  input: z.input<D['input']>,
): Promise<z.output<D['reply']>> {
  const answer = await send(login, def, input)
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.reply
}
async function refused<D extends CommandDef>(login: Login, def: D, input: z.input<D['input']>): Promise<Refusal> {
  const answer = await send(login, def, input)
  if (answer.ok) throw new Error('not refused')
  return answer.refusal
}
async function ask<D extends QueryDef>(
  login: Login,
  def: D,
  input: z.input<D['input']>,
): Promise<z.output<D['reply']>> {
  const answer = await runQuery(testContext(db.knex, registry()), await session(login), { name: def.name, input })
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.view as z.output<D['reply']>
}

const zone = (more: Partial<Input> = {}): Input => ({
  tenantId: world.tenants.own,
  name: 'Harbour',
  description: null,
  emailSenderName: null,
  monitoring: true,
  readableWithoutLogin: false,
  private: false,
  additionalSupportInfo: null,
  translations: { texts: {} },
  siteIds: [],
  managerIds: [],
  ...more,
})
const added = async (
  login: Login = 'admin',
  more: Partial<Input> = {},
): Promise<{ zoneId: number; version: number }> => {
  const { zoneId } = await done(login, add, zone(more))
  return { zoneId, version: (await ask(login, read, { zoneId })).version }
}
const fieldsOf = ({ code, fields = [] }: Refusal) => [code, ...fields.map(({ path, issue }) => `${path} ${issue}`)]
const managersNow = async (zoneId: number) =>
  (
    await many<{ id: number }>(db.knex, 'select user_id as id from user_zones where zone_id = ? order by 1', [zoneId])
  ).map(({ id }) => id)

describe('a zone', () => {
  it('is added with all its fields, translations, sites and managers [ADM-2] [TRANS-1]', async () => {
    const { rm, srm } = world.users
    const { zoneId } = await done('admin', add, {
      ...zone({
        name: 'Old harbour',
        description: 'By the water',
        additionalSupportInfo: 'Call 0800 1',
        private: true,
      }),
      emailSenderName: 'Harbour bookings',
      monitoring: false,
      readableWithoutLogin: true,
      translations: { texts: { de: { description: 'Am Wasser' }, fr: { additionalSupportInfo: 'Appelez le 0800 1' } } },
      siteIds: [world.own.siteId],
      managerIds: [srm.id, rm.id],
    })
    expect(await ask('rm', read, { zoneId })).toMatchObject({
      id: zoneId,
      tenant: { id: world.tenants.own, name: 'Own' },
      name: 'Old harbour',
      description: 'By the water',
      emailSenderName: 'Harbour bookings',
      monitoring: false,
      readableWithoutLogin: true,
      private: true,
      additionalSupportInfo: 'Call 0800 1',
      translations: {
        texts: { de: { description: 'Am Wasser' }, fr: { additionalSupportInfo: 'Appelez le 0800 1' } },
        outdated: [],
      },
      sites: [{ id: world.own.siteId, name: 'Site own' }],
      managers: [
        { id: rm.id, name: 'Test rm' },
        { id: srm.id, name: 'Test srm' },
      ],
    })
    const { rows } = await ask('admin', list, { search: 'old harbour' })
    expect(rows).toMatchObject([{ id: zoneId, sites: 1, devices: 3, managers: 2, private: true }])
  })

  it('keeps a name of 45 letters and refuses what its fields cannot hold [ADM-20]', async () => {
    const wrong = { ...zone({ name: ' ', tenantId: 0, emailSenderName: 'x'.repeat(256) }), siteIds: [-1] }
    expect(fieldsOf(await refused('admin', add, wrong))).toEqual([
      'bad-input',
      'tenantId field-greater',
      'name field-not-empty',
      'emailSenderName field-too-long',
      'siteIds.0 field-greater',
    ])
    expect((await send('admin', add, zone({ name: 'ä'.repeat(45) }))).ok).toBe(true)
    expect(fieldsOf(await refused('admin', add, zone({ name: 'ä'.repeat(46) })))).toEqual([
      'bad-input',
      'name field-too-long',
    ])
  })

  it('refuses a company, sites and managers that do not exist', async () => {
    const unknown = zone({ tenantId: 999_999, siteIds: [999_999], managerIds: [world.users.visitor.id] })
    expect(fieldsOf(await refused('admin', add, unknown))).toEqual([
      'bad-input',
      'tenantId field-not-found',
      'siteIds field-not-found',
      'managerIds field-not-found',
    ])
  })

  it('added by a manager belongs to their company, with sites and managers of their zones, and to them [ADM-23]', async () => {
    const { zoneId } = await done('rm', add, zone({ siteIds: [world.own.siteId] }))
    expect(await managersNow(zoneId)).toEqual([world.users.rm.id])
    const foreign = zone({
      tenantId: world.tenants.foreign,
      siteIds: [world.foreign.siteId],
      managerIds: [world.users.foreignRm.id],
    })
    expect(fieldsOf(await refused('rm', add, foreign))).toEqual([
      'bad-input',
      'tenantId field-not-found',
      'siteIds field-not-found',
      'managerIds field-not-found',
    ])
  })
})

describe('an edit', () => {
  it("changes every field and keeps the zone's visitors [ADM-2]", async () => {
    const { zoneId, version } = await added('admin', { siteIds: [world.own.siteId], managerIds: [world.users.rm.id] })
    await db.knex('user_zones').insert({ user_id: world.users.visitor.id, zone_id: zoneId })
    const { version: next } = await done('admin', edit, {
      zoneId,
      version,
      ...zone({ tenantId: world.tenants.foreign, name: 'Quay', siteIds: [], managerIds: [world.users.srm.id] }),
    })
    expect(next).toBeGreaterThan(version)
    expect(await ask('admin', read, { zoneId })).toMatchObject({
      version: next,
      tenant: { id: world.tenants.foreign },
      name: 'Quay',
      sites: [],
      managers: [{ id: world.users.srm.id }],
    })
    expect(await managersNow(zoneId)).toEqual([world.users.visitor.id, world.users.srm.id].toSorted((a, b) => a - b))
  })

  it('based on an older version changes nothing and returns the current values', async () => {
    const { zoneId, version } = await added()
    const theirs = await done('admin', edit, { zoneId, version, ...zone({ name: 'Theirs' }) })
    const refusal = await refused('admin', edit, { zoneId, version, ...zone({ name: 'Mine' }) })
    expect(refusal).toMatchObject({ code: 'changed-meanwhile', params: { by: 'Test admin' } })
    expect(refusal.current).toEqual({
      version: theirs.version,
      values: { ...zone({ name: 'Theirs' }), translations: { texts: {}, confirmed: [] } },
    })
    expect((await ask('admin', read, { zoneId })).name).toBe('Theirs')
  })

  it('of sites or managers alone draws a new version', async () => {
    const { zoneId, version } = await added()
    const first = await done('admin', edit, { zoneId, version, ...zone({ managerIds: [world.users.rm.id] }) })
    expect(first.version).toBeGreaterThan(version)
    expect((await refused('admin', edit, { zoneId, version, ...zone() })).code).toBe('changed-meanwhile')
  })

  it('leaves no site without a zone, even if two editors remove it at once', async () => {
    const siteId = await insert(db.knex, 'sites', { name: 'Pier' })
    const [one, two] = [await added('admin', { siteIds: [siteId] }), await added('admin', { siteIds: [siteId] })]
    const answers = await Promise.all(
      [one, two].map((each) => send('admin', edit, { ...each, ...zone({ siteIds: [] }) })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const refusal = answers.find((answer) => !answer.ok)
    expect(refusal).toMatchObject({
      refusal: {
        code: 'bad-input',
        fields: [{ path: 'siteIds', issue: 'site-needs-zone', params: { sites: 'Pier' } }],
      },
    })
    expect(await many(db.knex, 'select 1 from site_zones where site_id = ?', [siteId])).toHaveLength(1)
  })

  it('does not change the sites while the zone is under maintenance', async () => {
    const { zoneId, version } = await added()
    await insert(db.knex, 'maintenance_periods', {
      scope: 'zone',
      zone_id: zoneId,
      reason: 'Works',
      starts_at: new Date(Date.now() + 3_600_000),
    })
    const refusal = await refused('admin', edit, { zoneId, version, ...zone({ siteIds: [world.own.siteId] }) })
    expect(fieldsOf(refusal)).toEqual(['bad-input', 'siteIds zone-in-maintenance'])
    expect((await send('admin', edit, { zoneId, version, ...zone({ name: 'Renamed' }) })).ok).toBe(true)
  })

  it('moves a zone to another company only for an admin, and only without access times and codes', async () => {
    const { zoneId, version } = await added('admin', { managerIds: [world.users.rm.id] })
    const moved = { zoneId, version, ...zone({ tenantId: world.tenants.foreign, managerIds: [world.users.rm.id] }) }
    expect(fieldsOf(await refused('rm', edit, moved))).toEqual(['bad-input', 'tenantId field-admins-only'])
    await insert(db.knex, 'codes', { name: 'MOVE-1', tenant_id: world.tenants.own, zone_id: zoneId })
    expect(fieldsOf(await refused('admin', edit, moved))).toEqual(['bad-input', 'tenantId zone-tenant-in-use'])
  })

  it("updates a manager's screens at once when they gain or lose a zone", async () => {
    const { rm } = world.users
    const pushed = async () =>
      many<{ zones: string[] }>(
        db.knex,
        `select array(select z ->> 'name' from jsonb_array_elements(c -> 'view' -> 'zones') z) as zones
         from outbox cross join jsonb_array_elements(changes) c
         where c ->> 'kind' = 'me' and (c ->> 'id')::int = ? order by outbox.id desc limit 1`,
        [rm.id],
      )
    const { zoneId, version } = await added('admin', { name: 'Live', managerIds: [rm.id] })
    expect((await pushed())[0]?.zones).toContain('Live')
    await done('admin', edit, { zoneId, version, ...zone({ name: 'Live' }) })
    expect((await pushed())[0]?.zones).not.toContain('Live')
    expect(
      (await runQuery(testContext(db.knex, registry()), await session('rm'), { name: read.name, input: { zoneId } }))
        .ok,
    ).toBe(false)
  })

  it('of a foreign zone is not found', async () => {
    const { zoneId, version } = await added()
    expect((await refused('rm', edit, { zoneId, version, ...zone() })).code).toBe('not-found')
    expect((await refused('rm', remove, { zoneId, version })).code).toBe('not-found')
  })
})

describe('a removal', () => {
  it('names everything that depends on the zone [ADM-2]', async () => {
    const { rm, visitor } = world.users
    const { zoneId, version } = await added('admin', { siteIds: [world.own.siteId], managerIds: [rm.id] })
    const inZone = { zone_id: zoneId }
    const eventId = await insert(db.knex, 'events', { ...inZone, name: 'Weekdays', starts_on: '2026-01-01' })
    await insert(db.knex, 'codes', { ...inZone, name: 'GONE-1', tenant_id: world.tenants.own })
    await insert(db.knex, 'blocked_users', { ...inZone, user_id: visitor.id, block_reason: 'Parks across' })
    await insert(db.knex, 'maintenance_periods', { ...inZone, scope: 'zone', reason: 'Works', starts_at: new Date() })
    const refusal = await refused('admin', remove, { zoneId, version })
    expect(refusal.code).toBe('in-use')
    expect(refusal.dependants).toMatchObject([
      { kind: 'site', count: 1, first: [{ id: world.own.siteId, name: 'Site own' }] },
      { kind: 'user', count: 1, first: [{ id: rm.id, name: 'rm' }] },
      { kind: 'event', count: 1, first: [{ id: eventId, name: 'Weekdays' }] },
      { kind: 'code', count: 1, first: [{ name: 'GONE-1' }] },
      { kind: 'maintenance-period', count: 1, first: [{ name: 'Works' }] },
      { kind: 'blocked-user', count: 1, first: [{ name: 'Parks across' }] },
    ])
    expect(await ask('admin', read, { zoneId })).toBeDefined()
  })

  it('also removes deleted access times, unless a reservation was made with one', async () => {
    const { zoneId, version } = await added()
    const event = { zone_id: zoneId, name: 'Old', starts_on: '2026-01-01', deleted_at: new Date() }
    const eventId = await insert(db.knex, 'events', event)
    const reservationId = await insert(db.knex, 'reservations', {
      site_id: world.own.siteId,
      device_id: world.own.gateway.devices[0]?.id,
      user_id: world.users.visitor.id,
      event_id: eventId,
      starts_at: new Date('2026-01-01T10:00:00Z'),
      ends_at: new Date('2026-01-01T11:00:00Z'),
      state: 'RESERVED',
      reserved_at: new Date('2026-01-01T09:00:00Z'),
    })
    expect((await refused('admin', remove, { zoneId, version })).dependants).toMatchObject([
      { kind: 'reservation', count: 1, first: [{ id: reservationId }] },
    ])
    await db.knex('reservations').where('id', reservationId).delete()
    await done('admin', remove, { zoneId, version })
    expect(await many(db.knex, 'select 1 from zones where id = ?', [zoneId])).toEqual([])
    expect(await many(db.knex, 'select 1 from events where id = ?', [eventId])).toEqual([])
  })

  it('is allowed to a manager for a zone that has no other manager', async () => {
    const { zoneId, version } = await added('rm')
    expect(await done('rm', remove, { zoneId, version })).toEqual({ zoneId })
  })

  it('based on an older version removes nothing', async () => {
    const { zoneId, version } = await added()
    await done('admin', edit, { zoneId, version, ...zone({ name: 'Changed' }) })
    expect((await refused('admin', remove, { zoneId, version })).code).toBe('changed-meanwhile')
    expect((await ask('admin', read, { zoneId })).name).toBe('Changed')
  })
})

describe('the companies offered for a new zone', () => {
  it('are all for admins, and those of their zones for managers [ADM-23]', async () => {
    expect((await ask('admin', tenants, {})).map(({ name }) => name)).toEqual(['Foreign', 'Own'])
    expect(await ask('foreignRm', tenants, {})).toEqual([{ id: world.tenants.foreign, name: 'Foreign' }])
  })
})

describe('the managers offered for a zone', () => {
  it('are reservation managers: for admins all, for managers those who share a zone [ADM-23]', async () => {
    const names = async (login: Login, search = '') =>
      (await ask(login, managerOptions, { search })).map(({ name }) => name)
    expect(await names('admin')).toEqual(['Test foreignrm', 'Test remote', 'Test rm', 'Test srm'])
    expect(await names('foreignRm')).toEqual(['Test foreignrm'])
    expect(await names('admin', 'FOREIGN')).toEqual(['Test foreignrm'])
    expect(await names('admin', '%')).toEqual([])
    const gone = await plantUser(db.knex, 'gone', 'Reservation Manager')
    await db.knex('users').where('id', gone).update({ state: 'DEACTIVATED' })
    expect(await names('admin')).not.toContain('gone')
  })
})
