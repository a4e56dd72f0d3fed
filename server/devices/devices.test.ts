import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { add, edit, list, newDevice, options, read, remove } from '../../contract/devices/admin.ts'
import type { CommandDef, QueryDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
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
let sent = 0
async function send<D extends CommandDef>(login: Login, { name }: D, input: z.input<D['input']>) {
  sent += 1
  const id = `00000000-0000-4000-8000-${String(sent).padStart(12, '0')}`
  const answer = await runCommand(testContext(db.knex, registry()), await session(login), { id, name, input })
  return answer as { ok: true; reply: z.output<D['reply']> } | { ok: false; refusal: Refusal }
}
async function refused<D extends CommandDef>(login: Login, def: D, input: z.input<D['input']>): Promise<Refusal> {
  const answer = await send(login, def, input)
  if (answer.ok) throw new Error('not refused')
  return answer.refusal
}
async function ask<D extends QueryDef>(login: Login, def: D, input: z.input<D['input']>) {
  const answer = await runQuery(testContext(db.knex, registry()), await session(login), { name: def.name, input })
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.view as z.output<D['reply']>
}
const fieldsOf = ({ code, fields = [] }: Refusal) => [code, ...fields.map(({ path, issue }) => `${path} ${issue}`)]

let made = 0
const device = (more: Partial<Input> = {}): Input => ({
  ...newDevice,
  name: 'Box 7',
  hardwareId: `made-${(made += 1)}`,
  gatewayId: world.own.gateway.id,
  siteId: world.own.siteId,
  deviceTypeId: world.own.gateway.devices[0]?.typeId ?? 0,
  ...more,
})
async function added(more: Partial<Input> = {}) {
  const fields = device(more)
  const answer = await send('admin', add, fields)
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  const { deviceId } = answer.reply
  return { deviceId, version: (await ask('admin', read, { deviceId })).version, fields }
}

describe('a device', () => {
  it('is added with all its fields and read with the names of what it refers to [ADM-6]', async () => {
    const methodId = await insert(db.knex, 'device_access_methods', { name: 'keypad', display_name: 'PIN pad' })
    const locationId = await insert(db.knex, 'locations', { address: 'Ring 1', city: 'Dresden' })
    const all: Partial<Input> = {
      locationId,
      comment: 'Left of the stairs',
      monitoring: false,
      sendMail: false,
      maintenanceState: 'Repair',
      autoClose: false,
      autoCloseGatetimeSec: -1,
      autoCloseUnusedGatetimeSec: 90,
      isOptional: true,
      pathNumber: 2,
      pathName: 'North',
      pathIcon: 'north',
      sequenceNumber: 4,
      postActionDelayMs: 1_500,
      upperLeftXMm: -20,
      upperLeftYMm: 30,
      widthMm: 800,
      heightMm: 2_000,
      rotationDeg: 270,
      accessMethodIds: [methodId],
    }
    const { deviceId, fields } = await added(all)
    expect(await ask('rm', read, { deviceId })).toMatchObject({
      id: deviceId,
      ...fields,
      gateway: { id: world.own.gateway.id },
      site: { id: world.own.siteId, name: 'Site own' },
      location: { id: locationId, name: 'Ring 1, Dresden' },
      accessMethods: [{ id: methodId, name: 'PIN pad' }],
    })
  })

  it('is refused field by field in the generic words [ADM-6] [ERR-1]', async () => {
    const wrong = { ...device(), name: ' ', hardwareId: ' 7 ', pathNumber: -2, widthMm: 0, rotationDeg: 360 }
    expect(fieldsOf(await refused('admin', add, { ...wrong, postActionDelayMs: 1.5 }))).toEqual([
      'bad-input',
      'name field-not-empty',
      'hardwareId field-whitespace',
      'pathNumber field-at-least',
      'postActionDelayMs field-integer',
      'widthMm field-at-least',
      'rotationDeg field-at-most',
    ])
    const both = device({ isMandatory: true, isOptional: true })
    expect(fieldsOf(await refused('admin', add, both))).toEqual(['bad-input', 'isOptional mandatory-not-optional'])
  })

  it('has an ID of its own at its gateway, also as a DevEUI in another notation [ADM-6]', async () => {
    await added({ hardwareId: '70B3D57ED0001234' })
    expect(fieldsOf(await refused('admin', add, device({ hardwareId: '70-b3-d5-7e-d0-00-12-34' })))).toEqual([
      'hardware-id-taken',
      'hardwareId hardware-id-taken',
    ])
  })
})

describe('an edit', () => {
  it('by a manager changes how the device behaves, not what it is and where [ADM-6] [ADM-23]', async () => {
    const { deviceId, version, fields } = await added()
    const { gateway, siteId } = world.foreign
    const wiring = { hardwareId: 'X', gatewayId: gateway.id, siteId, locationId: 1, type: 'X' }
    const moved = { deviceId, version, ...fields, ...wiring, deviceTypeId: world.own.gateway.devices[1]?.typeId ?? 0 }
    expect(fieldsOf(await refused('rm', edit, moved))).toEqual([
      'bad-input',
      ...['hardwareId', 'gatewayId', 'siteId', 'locationId', 'deviceTypeId', 'type'].map(
        (field) => `${field} field-admins-only`,
      ),
    ])
    const mine = { deviceId, version, ...fields, name: 'Box 8', sequenceNumber: 3 }
    expect((await send('rm', edit, mine)).ok).toBe(true)
    expect(await ask('rm', read, { deviceId })).toMatchObject({ name: 'Box 8', sequenceNumber: 3 })
    expect((await refused('foreignRm', edit, mine)).code).toBe('not-found')
  })

  it('of what changed meanwhile changes nothing and shows what the device holds now [ADM-6]', async () => {
    const { deviceId, version, fields } = await added()
    const theirs = await send('rm', edit, { deviceId, version, ...fields, comment: 'Theirs' })
    const refusal = await refused('admin', edit, { deviceId, version, ...fields, comment: 'Mine' })
    expect(refusal).toMatchObject({ code: 'changed-meanwhile', params: { by: 'Test rm' } })
    expect(refusal.current).toEqual({
      version: theirs.ok && theirs.reply.version,
      values: { ...fields, comment: 'Theirs' },
    })
  })

  it('of two at once one is saved [ADM-6]', async () => {
    const { deviceId, version, fields } = await added()
    const ends = await Promise.all(
      ['One', 'Two'].map((name) => send('admin', edit, { deviceId, version, ...fields, name })),
    )
    expect(ends.filter(({ ok }) => ok)).toHaveLength(1)
    expect(ends.flatMap((end) => (end.ok ? [] : [end.refusal.code]))).toEqual(['changed-meanwhile'])
  })

  it('shows on the plan of the site at once, and only if the plan shows it [ADM-6] [LIVE-4]', async () => {
    const { deviceId, version, fields } = await added()
    const plans = async () =>
      (
        await many(db.knex, `select 1 from outbox where changes @> '[{"kind": "plan"}]' and changes @> ?`, [
          JSON.stringify([{ kind: 'device', id: deviceId }]),
        ])
      ).length
    expect(await plans()).toBe(1)
    const quiet = await send('admin', edit, { deviceId, version, ...fields, comment: 'Quiet' })
    expect(await plans()).toBe(1)
    const next = quiet.ok ? quiet.reply.version : 0
    await send('admin', edit, { deviceId, version: next, ...fields, comment: 'Quiet', rotationDeg: 90 })
    expect(await plans()).toBe(2)
  })
})

describe('a removal', () => {
  it('names the reservations and barriers that depend on the device [ADM-6] [ADM-24]', async () => {
    const { deviceId, version } = await added()
    const reservationId = await insert(db.knex, 'reservations', {
      site_id: world.own.siteId,
      device_id: deviceId,
      user_id: world.users.visitor.id,
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 3_600_000),
      state: 'RESERVED',
      reserved_at: new Date(),
    })
    const barrier = { description: 'North gate', path_number: 70, type: 'exit', site_id: world.own.siteId }
    await insert(db.knex, 'barriers', { ...barrier, device_id: deviceId })
    const refusal = await refused('admin', remove, { deviceId, version })
    expect(refusal).toMatchObject({
      code: 'in-use',
      dependants: [
        { kind: 'reservation', count: 1, first: [{ id: reservationId }] },
        { kind: 'barrier', count: 1, first: [{ name: 'North gate' }] },
      ],
    })
  })

  it('of what changed meanwhile removes nothing; managers remove none [ADM-6]', async () => {
    const { deviceId, version, fields } = await added()
    await send('admin', edit, { deviceId, version, ...fields, comment: 'Changed' })
    expect((await refused('admin', remove, { deviceId, version })).code).toBe('changed-meanwhile')
    expect((await refused('rm', remove, { deviceId, version })).code).toBe('not-authorized')
    expect(await ask('admin', read, { deviceId })).toMatchObject({ comment: 'Changed' })
  })
})

describe('the list of devices', () => {
  const ids = async (login: Login, filters: z.input<typeof list.input>['filters'], search = '') =>
    (await ask(login, list, { filters, search, pageSize: 100 })).rows.map(({ id }) => id)

  it('is narrowed by site, gateway, type, maintenance state and silence [ADM-6]', async () => {
    const type = await insert(db.knex, 'device_types', { type: 'LAMP', display_name: 'Lamp', plural_name: 'Lamps' })
    const { deviceId } = await added({ deviceTypeId: type, maintenanceState: 'Storage' })
    const { deviceId: speaking } = await added({ deviceTypeId: type })
    await db.knex('device_states').where('device_id', speaking).update({ last_message_at: new Date() })
    expect(await ids('admin', { deviceTypeId: type })).toEqual([deviceId, speaking])
    expect(await ids('admin', { deviceTypeId: type, maintenanceState: 'Storage' })).toEqual([deviceId])
    expect(await ids('admin', { deviceTypeId: type, silent: true })).toEqual([deviceId])
    expect(await ids('admin', { deviceTypeId: type, silent: false })).toEqual([speaking])
    expect(await ids('admin', { siteId: world.foreign.siteId })).toEqual(
      world.foreign.gateway.devices.map(({ id }) => id),
    )
    expect(await ids('admin', { gatewayId: world.foreign.gateway.id })).toHaveLength(
      world.foreign.gateway.devices.length,
    )
    expect(await ids('rm', { siteId: world.foreign.siteId })).toEqual([])
  })

  it('finds devices by their site and gateway, and leaves out those out of use [ADM-6]', async () => {
    expect(await ids('admin', {}, 'site foreign')).toEqual(world.foreign.gateway.devices.map(({ id }) => id))
    const { deviceId } = await added({ name: 'Gone for good' })
    await db.knex('devices').where('id', deviceId).update({ retired_at: new Date() })
    expect(await ids('admin', {}, 'gone for')).toEqual([])
  })
})

describe('what can be chosen for a device', () => {
  it('is for managers what lies in their zones [ADM-23]', async () => {
    const found = async (login: Login, of: z.input<typeof options.input>['of'], search = '') =>
      (await ask(login, options, { of, search })).map(({ id }) => id)
    expect(await found('rm', 'site')).toEqual([world.own.siteId])
    expect(await found('rm', 'gateway')).toEqual([world.own.gateway.id])
    expect((await found('admin', 'gateway')).length).toBeGreaterThan(1)
    expect(await found('foreignRm', 'gateway', '%')).toEqual([])
    const locationId = await insert(db.knex, 'locations', { name: 'Depot' })
    expect(await found('admin', 'location', 'DEPOT')).toEqual([locationId])
    expect(await found('rm', 'location', 'depot')).toEqual([])
    const row = { type: 'LANTERN', display_name: 'Lantern', plural_name: 'Lanterns' }
    const typeId = await insert(db.knex, 'device_types', row)
    expect(await found('rm', 'deviceType', 'LANTERN')).toEqual([typeId])
    const methodId = await insert(db.knex, 'device_access_methods', { name: 'pad', display_name: 'PIN pad' })
    expect(await found('rm', 'accessMethod', 'PIN pad')).toContain(methodId)
  })
})
