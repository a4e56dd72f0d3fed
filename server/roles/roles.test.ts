import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { read as readProduct } from '../../contract/products.ts'
import { add, closing, edit, grant, type MatrixView, matrix, read, remove } from '../../contract/roles.ts'
import { managerOptions } from '../../contract/zones.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { readMe } from '../session/me.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { newName, roleFields } from './testing/role-fields.ts'

let db: TestDatabase
let world: World
let bus: ReturnType<typeof busCalls>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  bus = busCalls(db.knex, world)
})
afterAll(() => db.close())

type Fields = z.input<typeof add.input>
const seen = () => bus.ask('admin', matrix, {})
const roleOf = ({ roles }: MatrixView, name: string) => {
  const found = roles.find((role) => role.name === name)
  if (!found) throw new Error(`no role ${name}`)
  return found
}
const productOf = ({ products }: MatrixView, prefix: string) => {
  const found = products.find((product) => product.prefix === prefix)
  if (!found) throw new Error(`no product ${prefix}`)
  return found
}
async function added(more: Partial<Fields> = {}) {
  const { kind: _, ...fields } = roleFields(more)
  const { roleId } = await bus.done('admin', add, { ...fields, kind: more.kind ?? 'Reservation Manager' })
  return { roleId, version: (await bus.ask('admin', read, { roleId })).version, fields }
}
const give = (login: keyof World['users'], roleId: number) =>
  db.knex('users').where({ id: world.users[login].id }).update({ role_id: roleId })
const giveBack = async (login: keyof World['users'], name: string) => give(login, roleOf(await seen(), name).id)
const featuresOf = async (login: keyof World['users']) =>
  (await readMe(db.knex, world.users[login].id))?.view.features ?? []
/** Changes of the matrix as it is now. */
async function changing(wanted: readonly (readonly [role: string, prefix: string, granted: boolean])[]) {
  const now = await seen()
  const changes = wanted.map(([role, prefix, granted]) => ({
    roleId: roleOf(now, role).id,
    productId: productOf(now, prefix).id,
    granted,
  }))
  const versions = now.roles.map(({ id, version }) => ({ roleId: id, version }))
  return { changes, versions }
}

describe('a role', () => {
  it('is added with every field, and begins with the products of the role that it works like [ADM-14] [TRANS-1]', async () => {
    const name = newName()
    const given = {
      name,
      description: 'Opens boxes',
      canHaveTenants: true,
      canHaveZones: false,
      translations: { texts: { de: { name: 'Außendienst' } } },
    }
    const { roleId } = await bus.done('admin', add, { ...given, kind: 'Reservation Manager' })
    expect(await bus.ask('admin', read, { roleId })).toMatchObject({ ...given, standard: false, users: 0 })
    const all = await seen()
    expect(roleOf(all, name)).toMatchObject({ kind: 'Reservation Manager', names: { de: 'Außendienst' } })
    const like = roleOf(all, 'Reservation Manager').id
    for (const { prefix, roleIds } of all.products)
      expect(roleIds.includes(roleId), prefix).toBe(roleIds.includes(like))
  })

  it('works like its kind, and its people read its name in their language [ADM-14]', async () => {
    const { roleId } = await added({ name: 'Field service', translations: { texts: { de: { name: 'Außendienst' } } } })
    const before = await featuresOf('remote')
    await give('remote', roleId)
    const meOf = async () => (await readMe(db.knex, world.users.remote.id))?.view
    expect(await meOf()).toMatchObject({ role: 'Reservation Manager', roleName: 'Field service', features: before })
    await db.knex('users').where({ id: world.users.remote.id }).update({ language: 'de' })
    expect(await meOf()).toMatchObject({ roleName: 'Außendienst' })
    const options = await bus.ask('admin', managerOptions, { search: 'remote' })
    expect(options.map(({ id }) => id)).toEqual([world.users.remote.id])
    await giveBack('remote', 'Reservation Manager')
    expect(await meOf()).toMatchObject({ roleName: null })
  })

  it('has a name of its own, and texts that fit [ADM-14] [ADM-20]', async () => {
    const { fields } = await added()
    expect(inShort(await bus.refused('admin', add, roleFields({ name: fields.name })))).toEqual([
      'name-taken',
      'name name-taken',
    ])
    const wrong = roleFields({
      name: ' x',
      description: 'x'.repeat(2_049),
      kind: 'King' as never,
      canHaveZones: 'yes' as never,
    })
    expect(inShort(await bus.refused('admin', add, wrong))).toEqual([
      'bad-input',
      'name field-whitespace',
      'description field-too-long',
      'canHaveZones field-invalid',
      'kind field-not-offered',
    ])
    expect(inShort(await bus.refused('admin', add, roleFields({ name: 'ä'.repeat(46) })))).toEqual([
      'bad-input',
      'name field-too-long',
    ])
  })

  it('is edited by version; the four of the portal keep their names [ADM-14]', async () => {
    const { roleId, version, fields } = await added()
    const next = { ...fields, name: newName(), description: 'Other', canHaveTenants: false, canHaveZones: false }
    await bus.done('admin', edit, { roleId, version, ...next })
    expect(await bus.ask('admin', read, { roleId })).toMatchObject(next)
    expect((await bus.refused('admin', edit, { roleId, version, ...next })).code).toBe('changed-meanwhile')
    const visitor = roleOf(await seen(), 'Visitor')
    const own = { ...fields, name: 'Visitor', description: 'Who books' }
    const saved = await bus.done('admin', edit, { roleId: visitor.id, version: visitor.version, ...own })
    const renamed = { roleId: visitor.id, version: saved.version, ...own, name: 'Guest' }
    expect(inShort(await bus.refused('admin', edit, renamed))).toEqual(['role-standard', 'name role-standard'])
    const gone = await bus.refused('admin', remove, { roleId: visitor.id, version: saved.version })
    expect(gone.code).toBe('role-standard')
    for (const write of [
      db.knex('roles').where({ name: 'Visitor' }).delete(),
      db.knex('roles').where({ name: 'Visitor' }).update({ name: 'Guest' }),
      db.knex('roles').where({ id: roleId }).update({ kind: 'Admin' }),
    ])
      await expect(write).rejects.toMatchObject({ constraint: 'roles_standard' })
  })

  it('is not deleted while people have it, who are named [ADM-14]', async () => {
    const { roleId, version } = await added()
    await give('remote', roleId)
    expect(await bus.refused('admin', remove, { roleId, version })).toMatchObject({
      code: 'in-use',
      dependants: [{ kind: 'user', count: 1, first: [{ id: world.users.remote.id, name: 'remote' }] }],
    })
    await giveBack('remote', 'Reservation Manager')
    await bus.done('admin', remove, { roleId, version })
    expect(await many(db.knex, 'select 1 from product_roles where role_id = ?', [roleId])).toEqual([])
  })
})

describe('what a role may have', () => {
  it('cannot be taken while its people have it, and is not given afterwards [ADM-14]', async () => {
    const { roleId, version, fields } = await added()
    await give('remote', roleId)
    const barred = (more: object) => bus.refused('admin', edit, { roleId, version, ...fields, ...more })
    expect(await barred({ canHaveTenants: false })).toMatchObject({
      code: 'role-has-tenants',
      fields: [{ path: 'canHaveTenants', issue: 'role-has-tenants', params: { users: 1 } }],
    })
    expect(await barred({ canHaveZones: false })).toMatchObject({ code: 'role-has-zones', params: { users: 1 } })
    await giveBack('remote', 'Reservation Manager')
    await bus.done('admin', edit, { roleId, version, ...fields, canHaveTenants: false, canHaveZones: false })
    const mayNot = { constraint: 'roles_may_have' }
    await expect(give('remote', roleId)).rejects.toMatchObject(mayNot)
    const support = { user_id: world.users.support.id }
    await expect(db.knex('user_tenants').insert({ ...support, tenant_id: world.tenants.own })).rejects.toMatchObject(
      mayNot,
    )
    await expect(db.knex('user_zones').insert({ ...support, zone_id: world.own.id })).rejects.toMatchObject(mayNot)
  })

  it('and a zone that is given at once exclude each other [ADM-14]', async () => {
    const { roleId, version, fields } = await added()
    await db.knex('user_zones').where({ user_id: world.users.remote.id }).delete()
    await give('remote', roleId)
    const given = await db.knex.transaction(async (trx) => {
      await trx('user_zones').insert({ user_id: world.users.remote.id, zone_id: world.own.id })
      return { edit: bus.send('admin', edit, { roleId, version, ...fields, canHaveZones: false }) }
    })
    expect(await given.edit).toMatchObject({ ok: false, refusal: { code: 'role-has-zones' } })
    await giveBack('remote', 'Reservation Manager')
  })
})

describe('the matrix', () => {
  it('gives and takes products at once, for all who have the role [ADM-14]', async () => {
    expect(await featuresOf('visitor')).not.toContain('SMART_REMOTE')
    expect(await featuresOf('rm')).toContain('SMART_REMOTE')
    const wanted = await changing([
      ['Visitor', 'SMART_REMOTE', true],
      ['Reservation Manager', 'SMART_REMOTE', false],
    ])
    expect(await bus.ask('admin', closing, { changes: wanted.changes })).toMatchObject([
      { product: { prefix: 'SMART_REMOTE' }, people: 3 },
    ])
    expect(inShort(await bus.refused('admin', grant, wanted))).toEqual(['product-closes', 'closing product-closes'])
    expect(await featuresOf('rm')).toContain('SMART_REMOTE')
    await bus.done('admin', grant, { ...wanted, closing: true })
    expect(await featuresOf('visitor')).toContain('SMART_REMOTE')
    expect(await featuresOf('rm')).not.toContain('SMART_REMOTE')
    const back = wanted.changes.map((change) => ({ ...change, granted: !change.granted }))
    const { versions } = await changing([])
    await bus.done('admin', grant, { changes: back, versions, closing: true })
  })

  it('tells every open screen, by the database [ADM-14]', async () => {
    const client = new pg.Client({ connectionString: db.url })
    await client.connect()
    const told: unknown[] = []
    client.on('notification', ({ payload }) => told.push(JSON.parse(payload ?? '')))
    await client.query('listen rights')
    await bus.done('admin', grant, await changing([['Support', 'SMS', true]]))
    await expect.poll(() => told).toEqual([{ all: true, again: true }])
    await client.end()
  })

  it('refuses what was changed meanwhile, by a role or by a product [ADM-14]', async () => {
    const stale = await changing([['Support', 'GPS', true]])
    await bus.done('admin', grant, await changing([['Support', 'LPR', true]]))
    expect(await bus.refused('admin', grant, stale)).toMatchObject({
      code: 'changed-meanwhile',
      params: { by: 'Test admin' },
    })
    const productId = productOf(await seen(), 'GPS').id
    const { version } = await bus.ask('admin', readProduct, { productId })
    await bus.done('admin', grant, await changing([['Support', 'GPS', true]]))
    expect((await bus.ask('admin', readProduct, { productId })).version).toBeGreaterThan(version)
  })

  it('leaves administrators a way in, also when two take it from each other [ADM-14]', async () => {
    const last = await changing([['Admin', 'BASIC_ADM', false]])
    expect((await bus.refused('admin', grant, { ...last, closing: true })).code).toBe('last-way-in')
    const { roleId, fields } = await added({ kind: 'Admin' })
    await give('admin', roleId)
    const own = await changing([[fields.name, 'BASIC_ADM', false]])
    expect((await bus.refused('admin', grant, { ...own, closing: true })).code).toBe('last-way-in')
    await giveBack('admin', 'Admin')
    await bus.done('admin', grant, { ...own, closing: true })
    expect(await featuresOf('admin')).toContain('BASIC_ADM')
  })

  it('refuses changes of roles and products that are not there, and none at all [ADM-14]', async () => {
    const { changes, versions } = await changing([['Support', 'SMS', true]])
    const [change] = changes
    if (!change) throw new Error('no change')
    const code = async (wanted: object[]) =>
      (await bus.refused('admin', grant, { changes: wanted as never, versions })).code
    expect(await code([{ ...change, productId: 999_999 }])).toBe('not-found')
    expect(await code([{ ...change, roleId: 999_999 }])).toBe('not-found')
    expect(await code([])).toBe('bad-input')
    expect(await code([change, change])).toBe('bad-input')
  })
})
