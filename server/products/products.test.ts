import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { add, closing, edit, list, read, remove, roles } from '../../contract/products.ts'
import { myProducts } from '../../contract/session.ts'
import { many, one } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { newPrefix, productFields } from './testing/product-fields.ts'

let db: TestDatabase
let world: World
let bus: ReturnType<typeof busCalls>
let roleId: Record<string, number>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  bus = busCalls(db.knex, world)
  const all = await bus.ask('admin', roles, {})
  roleId = Object.fromEntries(all.map(({ id, name }) => [name, id]))
})
afterAll(() => db.close())

const manager = () => roleId['Reservation Manager'] ?? 0
const visitor = () => roleId['Visitor'] ?? 0
const admins = () => roleId['Admin'] ?? 0
const idOf = async (prefix: string) =>
  (await one<{ id: number }>(db.knex, 'select id from products where prefix = ?', [prefix])).id
async function added(more: Parameters<typeof productFields>[0] = {}) {
  const fields = productFields(more)
  const { productId } = await bus.done('admin', add, fields)
  return { productId, version: (await bus.ask('admin', read, { productId })).version, fields }
}
/** The input that leaves a product as it is, but for `more`. */
async function editOf(productId: number, more: Partial<z.input<typeof edit.input>>) {
  const {
    id: _id,
    tenants: _tenants,
    tenantCount: _count,
    translations,
    ...own
  } = await bus.ask('admin', read, { productId })
  return { productId, ...own, translations: { texts: translations.texts }, ...more }
}
const buy = (productId: number, tenantId: number) =>
  db.knex('product_tenants').insert({ product_id: productId, tenant_id: tenantId })
const featuresOf = async (login: keyof World['users']) =>
  (
    await many<{ feature: string }>(db.knex, 'select feature from user_features where user_id = ?', [
      world.users[login].id,
    ])
  ).map(({ feature }) => feature)

describe('a product', () => {
  it('is added with every field and its translations, for everybody or to be bought [ADM-12] [TRANS-1]', async () => {
    const given = productFields({
      name: 'Air',
      description: 'Pumps beside the boxes',
      prefix: 'AIR_PUMPS',
      roleIds: [manager(), visitor()],
      translations: { texts: { de: { name: 'Luft', description: 'Pumpen neben den Boxen' }, it: { name: 'Aria' } } },
    })
    const { productId } = await bus.done('admin', add, given)
    const kept = await bus.ask('admin', read, { productId })
    expect(kept).toMatchObject({ ...given, translations: { ...given.translations, outdated: [] } })
    expect(kept).toMatchObject({ tenants: [], tenantCount: 0 })
    await buy(productId, world.tenants.own)
    expect(await bus.ask('admin', read, { productId })).toMatchObject({
      tenants: [{ id: world.tenants.own, name: 'Own' }],
      tenantCount: 1,
    })
    const { rows } = await bus.ask('admin', list, { search: 'pumpen' })
    expect(rows).toMatchObject([
      {
        id: productId,
        names: { de: 'Luft', it: 'Aria' },
        descriptions: { de: 'Pumpen neben den Boxen' },
        tenants: 1,
        roles: [{ name: 'Reservation Manager' }, { name: 'Visitor' }],
      },
    ])
    expect(await featuresOf('rm')).toContain('AIR_PUMPS')
    expect(await featuresOf('foreignRm')).not.toContain('AIR_PUMPS')
  })

  it('has a name, and a prefix of capitals, digits and underscores [ADM-12] [ADM-20]', async () => {
    const wrong = { name: '', prefix: 'sms 2', description: ' x', basic: 'yes' as never, roleIds: [0] }
    expect(inShort(await bus.refused('admin', add, productFields(wrong)))).toEqual([
      'bad-input',
      'name field-required',
      'description field-whitespace',
      'prefix field-capitals',
      'basic field-invalid',
      'roleIds.0 field-greater',
    ])
    const long = productFields({ name: 'ä'.repeat(46), prefix: 'A'.repeat(46), description: 'x'.repeat(2_049) })
    expect(inShort(await bus.refused('admin', add, long))).toEqual([
      'bad-input',
      'name field-too-long',
      'description field-too-long',
      'prefix field-too-long',
    ])
    const nobody = await bus.refused('admin', add, productFields({ roleIds: [999_999] }))
    expect(inShort(nobody)).toEqual(['bad-input', 'roleIds field-not-found'])
  })

  it('has a prefix of its own, also when two take it at once [ADM-12]', async () => {
    const prefix = newPrefix()
    const twice = await Promise.all([1, 2].map(() => bus.send('admin', add, productFields({ prefix }))))
    const refusals = twice.flatMap((answer) => (answer.ok ? [] : [inShort(answer.refusal)]))
    expect(refusals).toEqual([['product-prefix-taken', 'prefix product-prefix-taken']])
    const { productId } = await added()
    const same = await bus.refused('admin', edit, await editOf(productId, { prefix, closing: true }))
    expect(inShort(same)).toEqual(['product-prefix-taken', 'prefix product-prefix-taken'])
  })

  it('is sorted and shown by the name that somebody reads [ADM-12] [TRANS-1]', async () => {
    const language = (to: string) => db.knex('users').where({ id: world.users.admin.id }).update({ language: to })
    const names = async () =>
      (await bus.ask('admin', list, { sort: 'name', pageSize: 100 })).rows.map(({ prefix }) => prefix)
    const first = async (...prefixes: string[]) => (await names()).filter((each) => prefixes.includes(each))
    expect(await first('PAYMENT', 'SMS', 'LPR')).toEqual(['LPR', 'PAYMENT', 'SMS'])
    await language('de')
    expect(await first('PAYMENT', 'SMS', 'LPR')).toEqual(['PAYMENT', 'LPR', 'SMS'])
    const mine = await bus.ask('admin', myProducts, {})
    expect(mine.find(({ prefix }) => prefix === 'BASIC_ADM')).toMatchObject({
      name: 'Basis für Administratoren',
      description: 'Administration des Portals',
    })
    await language('en')
  })

  it('is filtered by role and by whether everybody has it [ADM-12]', async () => {
    const found = async (filters: z.input<typeof list.input>['filters']) =>
      (await bus.ask('admin', list, { filters, pageSize: 100 })).rows.map(({ prefix }) => prefix)
    expect(await found({ basic: true, roleId: admins() })).toEqual(['BASIC_ADM', 'BASIC'].toSorted())
    expect(await found({ basic: false })).toContain('PAYMENT')
    expect(await found({ basic: false })).not.toContain('BASIC')
  })
})

describe('an edit', () => {
  it('changes every field and draws a version [ADM-12]', async () => {
    const { productId, version } = await added({ roleIds: [visitor()] })
    const next = productFields({
      name: 'Water',
      description: 'Taps',
      prefix: newPrefix(),
      basic: true,
      roleIds: [manager()],
      translations: { texts: { fr: { name: 'Eau' } } },
    })
    const saved = await bus.done('admin', edit, { productId, version, ...next, closing: true })
    expect(saved.version).toBeGreaterThan(version)
    expect(await bus.ask('admin', read, { productId })).toMatchObject({ ...next, version: saved.version })
  })

  it('that takes the feature from somebody is shown before and needs a confirmation [ADM-25]', async () => {
    const { productId } = await added({ basic: true, roleIds: [manager(), visitor()] })
    const asked = await editOf(productId, {})
    const shown = async (more: object) => {
      const { prefix, basic, roleIds } = { ...asked, ...more }
      return bus.ask('admin', closing, { productId, prefix, basic, roleIds })
    }
    // Three managers of the own company, one of the foreign one, one visitor.
    expect(await shown({})).toEqual({ people: 0, tenants: 0, used: null })
    expect(await shown({ roleIds: [manager()] })).toEqual({ people: 1, tenants: 0, used: null })
    expect(await shown({ basic: false })).toEqual({ people: 5, tenants: 2, used: null })
    expect(await shown({ prefix: 'OTHER' })).toEqual({ people: 5, tenants: 2, used: null })
    await buy(productId, world.tenants.own)
    expect(await shown({ basic: false })).toEqual({ people: 1, tenants: 1, used: null })
    for (const more of [{ basic: false }, { prefix: newPrefix() }, { roleIds: [manager()] }]) {
      const refusal = await bus.refused('admin', edit, { ...asked, ...more })
      expect(inShort(refusal), JSON.stringify(more)).toEqual(['product-closes', 'closing product-closes'])
    }
    await bus.done('admin', edit, { ...asked, basic: false, closing: true })
    expect(await featuresOf('foreignRm')).not.toContain(asked.prefix)
    expect(await featuresOf('rm')).toContain(asked.prefix)
    await bus.done('admin', edit, await editOf(productId, { basic: true }))
  })

  it('of a product for reservations counts those of the companies that lose it [ADM-25]', async () => {
    const productId = await idOf('PAYMENT')
    const { prefix, basic, roleIds } = await editOf(productId, {})
    const found = await bus.ask('admin', closing, { productId, prefix: `${prefix}_2`, basic, roleIds })
    expect(found).toMatchObject({ tenants: 2, used: { reservations: 0, holds: 0, recentCents: 0 } })
    expect((await bus.ask('admin', closing, { productId, prefix, basic, roleIds: [] })).used).toBeNull()
  })

  it('leaves administrators a way in [ADM-14] [ADM-25]', async () => {
    const productId = await idOf('BASIC_ADM')
    for (const more of [{ roleIds: [manager()] }, { basic: false }, { prefix: newPrefix() }]) {
      const refusal = await bus.refused('admin', edit, await editOf(productId, { ...more, closing: true }))
      expect(refusal.code, JSON.stringify(more)).toBe('last-way-in')
    }
    await expect(db.knex('products').where({ id: productId }).delete()).rejects.toMatchObject({
      constraint: 'way_in_of_admins',
    })
    expect(await featuresOf('admin')).toContain('BASIC_ADM')
  })

  it('of cameras that everybody gets hands plates out to caching gateways [ADM-25]', async () => {
    await db.knex('gateways').where({ id: world.own.gateway.id }).update({ allow_offline_caching: true })
    const handouts = () => db.knex('reservation_handouts').delete().returning<{ gateway_id: number }[]>('gateway_id')
    await handouts()
    const productId = await idOf('LPR')
    await bus.done('admin', edit, await editOf(productId, { description: 'Cameras' }))
    expect(await handouts()).toEqual([])
    await bus.done('admin', edit, await editOf(productId, { basic: true }))
    expect(await handouts()).toEqual([{ gateway_id: world.own.gateway.id }])
  })
})

describe('a removal', () => {
  it('is refused while companies have the product, and names those that bought it [ADM-12]', async () => {
    const { productId, version } = await added({ roleIds: [visitor()] })
    await buy(productId, world.tenants.foreign)
    const refusal = await bus.refused('admin', remove, { productId, version })
    expect(refusal).toMatchObject({
      code: 'in-use',
      dependants: [{ kind: 'tenant', count: 1, first: [{ id: world.tenants.foreign, name: 'Foreign' }] }],
    })
    await db.knex('product_tenants').where({ product_id: productId }).delete()
    expect(await bus.done('admin', remove, { productId, version })).toEqual({ productId })
    const basic = await added({ basic: true })
    expect((await bus.refused('admin', remove, { productId: basic.productId, version: basic.version })).code).toBe(
      'product-basic',
    )
  })

  it('and a purchase at once exclude each other [ADM-12]', async () => {
    const { productId, version } = await added()
    const bought = db.knex.transaction(async (trx) => {
      await trx('products').where({ id: productId }).forKeyShare()
      const removal = bus.send('admin', remove, { productId, version })
      await trx('product_tenants').insert({ product_id: productId, tenant_id: world.tenants.own })
      return { removal }
    })
    expect(await (await bought).removal).toMatchObject({ ok: false, refusal: { code: 'in-use' } })
  })
})
