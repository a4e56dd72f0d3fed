import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import type { CommandDef, QueryDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { add, edit, list, products, read, remove, sites } from '../../contract/tenants.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import { registry } from '../registry.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import { newPrefix, tenantFields } from './testing/tenant-fields.ts'

let db: TestDatabase
let world: World
let productIds: Record<string, number>
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  const rows = await many<{ id: number; prefix: string }>(db.knex, 'select id, prefix from products')
  productIds = Object.fromEntries(rows.map(({ id, prefix }) => [prefix, id]))
})
afterAll(() => db.close())

let commands = 0
async function send<D extends CommandDef>(def: D, input: z.input<D['input']>) {
  commands += 1
  const id = `00000000-0000-4000-8000-${String(commands).padStart(12, '0')}`
  const session = await openSession(db.knex, world.users.admin.id, 'admin')
  const answer = await runCommand(testContext(db.knex, registry()), session, { id, name: def.name, input })
  return answer as { ok: true; reply: z.output<D['reply']> } | { ok: false; refusal: Refusal }
}
async function done<D extends CommandDef>(def: D, input: z.input<D['input']>): Promise<z.output<D['reply']>> {
  const answer = await send(def, input)
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.reply
}
async function refused<D extends CommandDef>(def: D, input: z.input<D['input']>): Promise<Refusal> {
  const answer = await send(def, input)
  if (answer.ok) throw new Error('not refused')
  return answer.refusal
}
async function ask<D extends QueryDef>(def: D, input: z.input<D['input']>): Promise<z.output<D['reply']>> {
  const session = await openSession(db.knex, world.users.admin.id, 'admin')
  const answer = await runQuery(testContext(db.knex, registry()), session, { name: def.name, input })
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal))
  return answer.view as z.output<D['reply']>
}
const idOf = (prefix: string) => productIds[prefix] ?? 0
const added = async (more: Parameters<typeof tenantFields>[0] = {}) => {
  const fields = tenantFields(more)
  const { tenantId } = await done(add, fields)
  return { tenantId, version: (await ask(read, { tenantId })).version, fields }
}
const fieldsOf = ({ code, fields = [] }: Refusal) => [code, ...fields.map(({ path, issue }) => `${path} ${issue}`)]

describe('a company', () => {
  it('is added with every field and its products [ADM-1]', async () => {
    const fields = tenantFields({
      label: 'Harbour',
      legalName: 'Harbour Parking Ltd',
      addressLine1: '1 Quay Street',
      addressLine2: 'Second floor',
      zip: '79098',
      city: 'Freiburg',
      country: 'DE',
      taxId: 'DE 123',
      taxRatePercent: 7.7,
      timeZone: 'Europe/Zurich',
      licenseStart: '2026-01-01',
      licenseEnd: '2026-01-01',
      monitoring: false,
      requiresSecondFactor: true,
      theme: 'nordkai',
      loginPath: 'harbour-1',
      commerceContact: 'Ada Sales',
      commerceEmail: 'ada@example.org',
      commercePhone: '+49 (761) 12-34/5',
      projectManagerContact: 'Ben Project',
      projectManagerEmail: 'ben@example.org',
      projectManagerPhone: '0761 123456',
      accountingPaymentCustomerId: '10001',
      accountingRefundCustomerId: '10002',
      productIds: [idOf('PAYMENT'), idOf('LPR')],
    })
    const { tenantId } = await done(add, fields)
    const { id, version, users, zones, sites: count, productIds: bought, ...own } = await ask(read, { tenantId })
    expect({ ...own, productIds: [] }).toEqual({ ...fields, productIds: [] })
    expect(bought).toEqual([idOf('PAYMENT'), idOf('LPR')].toSorted((a, b) => a - b))
    expect({ id, users, zones, count }).toEqual({ id: tenantId, users: 0, zones: 0, count: 0 })
    expect(version).toBeGreaterThan(0)
  })

  it('has a name, and a prefix of at most ten letters; e-mails, phones, days and numbers are checked [ADM-20]', async () => {
    const wrong = {
      ...tenantFields({ name: ' ', prefix: 'RH1', loginPath: 'Rad Hafen', taxRatePercent: 19.123 }),
      ...{ licenseStart: '2026-02-30', theme: 'pink', timeZone: 'Europe/Atlantis', productIds: [0] },
      ...{ commerceEmail: 'nobody', commercePhone: 'call me', projectManagerEmail: 'a@', projectManagerPhone: '12' },
    }
    expect(fieldsOf(await refused(add, wrong as never))).toEqual([
      'bad-input',
      'name field-not-empty',
      'prefix field-last-letter',
      'taxRatePercent field-decimals',
      'timeZone field-not-offered',
      'licenseStart field-invalid',
      'theme field-not-offered',
      'loginPath field-path',
      'commerceEmail field-email',
      'commercePhone field-phone',
      'projectManagerEmail field-email',
      'projectManagerPhone field-phone',
      'productIds.0 field-greater',
    ])
    const more = tenantFields({ name: 'ä'.repeat(46), prefix: 'abcdefghijk', taxRatePercent: 101 })
    expect(fieldsOf(await refused(add, more))).toEqual([
      'bad-input',
      'name field-too-long',
      'prefix field-too-long',
      'taxRatePercent field-at-most',
    ])
    expect(fieldsOf(await refused(add, tenantFields({ prefix: ' RH' })))).toContain('prefix field-whitespace')
    expect(fieldsOf(await refused(add, tenantFields({ prefix: 'R1H' })))).toEqual(['bad-input', 'prefix field-letters'])
  })

  it('has a licence that ends on the day of its start at the earliest', async () => {
    const ends = (licenseEnd: string) => tenantFields({ licenseStart: '2026-05-01', licenseEnd })
    const early = await refused(add, ends('2026-04-30'))
    expect(fieldsOf(early)).toEqual(['bad-input', 'licenseEnd license-end-before-start'])
    await done(add, ends('2026-05-01'))
  })

  it('has a prefix and a login address of its own, in any case [ADM-1]', async () => {
    const { fields } = await added({ loginPath: 'quay' })
    const same = await refused(add, tenantFields({ prefix: fields.prefix.toUpperCase() }))
    expect(fieldsOf(same)).toEqual(['prefix-taken', 'prefix prefix-taken'])
    const path = await refused(add, tenantFields({ loginPath: 'quay' }))
    expect(fieldsOf(path)).toEqual(['login-path-taken', 'loginPath login-path-taken'])
    const other = await added()
    const moved = { ...other.fields, prefix: fields.prefix, tenantId: other.tenantId, version: other.version }
    expect(fieldsOf(await refused(edit, moved))).toEqual(['prefix-taken', 'prefix prefix-taken'])
  })

  it('buys no products that do not exist or that everybody has', async () => {
    for (const id of [999_999, idOf('BASIC')]) {
      const answer = await refused(add, tenantFields({ productIds: [id] }))
      expect(fieldsOf(answer)).toEqual(['bad-input', 'productIds field-not-found'])
    }
    const { basic, extra } = await ask(products, {})
    expect(basic.map(({ prefix }) => prefix)).toContain('BASIC_VIS')
    expect(extra.map(({ prefix }) => prefix)).toContain('PAYMENT')
  })
})

describe('an edit', () => {
  it('changes every field and draws a version [ADM-1]', async () => {
    const { tenantId, version } = await added({ productIds: [idOf('SMS')] })
    const fields = tenantFields({ name: 'Quay', city: 'Bern', theme: 'campus', productIds: [idOf('SMS'), idOf('GPS')] })
    const saved = await done(edit, { tenantId, version, ...fields })
    expect(saved.version).toBeGreaterThan(version)
    const kept = await ask(read, { tenantId })
    expect(kept).toMatchObject({ ...fields, productIds: expect.arrayContaining(fields.productIds) })
  })

  it('of what changed meanwhile changes nothing and shows what is there now', async () => {
    const { tenantId, version, fields } = await added({ productIds: [idOf('SMS')] })
    await done(edit, { tenantId, version, ...fields, city: 'Theirs' })
    const refusal = await refused(edit, { tenantId, version, ...fields, city: 'Mine' })
    expect(refusal).toMatchObject({ code: 'changed-meanwhile', params: { by: 'Test admin' } })
    expect(refusal.current?.values).toEqual({ ...fields, city: 'Theirs', closing: [] })
  })

  it('switches a product off only for whoever names it as closing [ADM-25]', async () => {
    const { tenantId, version, fields } = await added({ productIds: [idOf('SMS'), idOf('GPS')] })
    const less = { tenantId, version, ...fields, productIds: [idOf('GPS')] }
    expect(fieldsOf(await refused(edit, less))).toEqual(['product-closes', 'closing product-closes'])
    expect(fieldsOf(await refused(edit, { ...less, closing: [idOf('GPS')] }))).toContain('product-closes')
    expect((await ask(read, { tenantId })).productIds).toHaveLength(2)
    await done(edit, { ...less, closing: [idOf('SMS')] })
    expect((await ask(read, { tenantId })).productIds).toEqual([idOf('GPS')])
  })
})

describe('a removal', () => {
  it('names users, zones and sites, each with all names [ADM-1]', async () => {
    const { version } = await ask(read, { tenantId: world.tenants.own })
    const refusal = await refused(remove, { tenantId: world.tenants.own, version })
    expect(refusal.code).toBe('tenant-in-use')
    expect(refusal.dependants).toMatchObject([
      { kind: 'user', count: 4 },
      { kind: 'zone', count: 1, first: [{ id: world.own.id, name: 'Zone own' }] },
      { kind: 'site', count: 1, first: [{ id: world.own.siteId, name: 'Site own' }] },
    ])
    expect(refusal.dependants?.[0]?.first.map(({ name }) => name)).toEqual(['remote', 'rm', 'srm', 'visitor'])
    expect(await ask(read, { tenantId: world.tenants.own })).toBeDefined()
  })

  it('names what else hangs on the company', async () => {
    const { tenantId, version } = await added()
    await insert(db.knex, 'tariffs', { tenant_id: tenantId, name: 'Day' })
    await insert(db.knex, 'cost_centers', { tenant_id: tenantId, name: 'Fleet', number: '7' })
    await insert(db.knex, 'documents', {
      ...{ tenant_id: tenantId, scope: 'tenant', name: 'Terms.pdf' },
    })
    expect((await refused(remove, { tenantId, version })).dependants).toMatchObject([
      { kind: 'tariff', first: [{ name: 'Day' }] },
      { kind: 'document', first: [{ name: 'Terms.pdf' }] },
      { kind: 'cost-center', first: [{ name: 'Fleet' }] },
    ])
  })

  it('takes products and host names along', async () => {
    const { tenantId, version } = await added({ productIds: [idOf('SMS')] })
    await db.knex('tenant_hosts').insert({ host: 'gone.example', tenant_id: tenantId })
    await done(remove, { tenantId, version })
    expect(await many(db.knex, 'select 1 from tenants where id = ?', [tenantId])).toEqual([])
  })

  it('of what changed meanwhile removes nothing', async () => {
    const { tenantId, version, fields } = await added()
    await done(edit, { tenantId, version, ...fields, name: 'Changed' })
    expect((await refused(remove, { tenantId, version })).code).toBe('changed-meanwhile')
  })
})

describe('the list', () => {
  it('counts users, zones, sites and products, and says whether the licence is valid today', async () => {
    const own = async (search: string) => (await ask(list, { search })).rows[0]
    expect(await own('Own')).toMatchObject({ users: 4, zones: 1, sites: 1, products: 2, license: 'none' })
    const licence = async (prefix: string, days: object) => {
      await done(add, tenantFields({ prefix, ...days }))
      return (await own(prefix))?.license
    }
    expect(await licence(newPrefix(), { licenseStart: '2999-01-01' })).toBe('ahead')
    expect(await licence(newPrefix(), { licenseEnd: '2020-01-01' })).toBe('over')
    expect(await licence(newPrefix(), { licenseStart: '2020-01-01' })).toBe('valid')
    const over = await ask(list, { filters: { license: 'over' } })
    expect(over.rows.every(({ license }) => license === 'over')).toBe(true)
    const sold = await ask(list, { filters: { productId: idOf('SMART_REMOTE') } })
    expect(sold.rows.map(({ name }) => name)).toEqual(['Own'])
  })
})

describe('the sites of companies', () => {
  it('are those of their zones', async () => {
    const all = await ask(sites, {})
    expect(all).toMatchObject({ recordCount: 2, sites: [{ name: 'Site foreign' }, { name: 'Site own' }] })
    const own = await ask(sites, { tenantId: world.tenants.own })
    expect(own.sites).toEqual([
      { id: world.own.siteId, name: 'Site own', tenants: [{ id: world.tenants.own, name: 'Own' }] },
    ])
  })
})
