import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { many } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, plantUser, refusalOf } from '../testing/fixtures.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

it('keeps user name and e-mail unique, whatever the case', async () => {
  const { knex } = database
  await plantUser(knex, 'Anna')
  const visitor = { role_id: 3, language: 'de' }
  for (const [row, constraint] of [
    [{ username: 'ANNA', email: 'other@example.org' }, 'users_username_unique'],
    [{ username: 'other', email: 'anna@EXAMPLE.org' }, 'users_email_unique'],
  ] as const) {
    expect(await refusalOf(knex('users').insert({ ...visitor, ...row }))).toMatchObject({ code: '23505', constraint })
  }
})

it('keeps tenant and product prefix unique', async () => {
  const { knex } = database
  await insert(knex, 'tenants', { name: 'One', prefix: 'abc' })
  expect(await refusalOf(insert(knex, 'tenants', { name: 'Two', prefix: 'ABC' }))).toMatchObject({
    constraint: 'tenants_prefix_unique',
  })
  expect(await refusalOf(insert(knex, 'products', { name: 'Again', prefix: 'SMS' }))).toMatchObject({
    constraint: 'products_prefix_key',
  })
})

it.each([
  ['tenants', { name: 'x'.repeat(46), prefix: 'long' }],
  ['tenants', { name: '', prefix: 'empty' }],
  ['tenants', { name: 'Digits', prefix: 'a1' }],
  ['tenants', { name: 'Taxed', prefix: 'taxed', tax_rate_percent: 101 }],
  ['tenants', { name: 'License', prefix: 'lic', license_start: '2026-02-01', license_end: '2026-01-31' }],
  ['users', { username: 'x', email: 'x@example.org', role_id: 3, language: 'es' }],
  ['users', { username: 'x', email: 'x@example.org', role_id: 3, gender: 'unknown' }],
  ['users', { username: 'x', email: 'x@example.org', role_id: 3, type: 'ROOT' }],
  ['products', { name: 'Lower', prefix: 'lower' }],
] as const)('refuses a bad row of %s: %o', async (table, row) => {
  expect(await refusalOf(insert(database.knex, table, row))).toMatchObject({ code: '23514' })
})

it('updates modified_at by itself', async () => {
  const { knex } = database
  const id = await insert(knex, 'tenants', { name: 'Stamp', prefix: 'stamp', modified_at: '2020-01-01T00:00:00Z' })
  await knex('tenants').where({ id }).update({ label: 'S', modified_at: '2020-01-01T00:00:00Z' })
  const [stamped] = await many<{ modified_at: Date }>(knex, 'SELECT modified_at FROM tenants WHERE id = ?', [id])
  expect(stamped?.modified_at.getFullYear()).toBeGreaterThan(2020)
})

it('grants a feature exactly when role and tenant have the product', async () => {
  const { knex } = database
  const tenants = [
    await insert(knex, 'tenants', { name: 'F', prefix: 'fa' }),
    await insert(knex, 'tenants', { name: 'G', prefix: 'fb' }),
  ]
  const products = await many<{ id: number; prefix: string; basic: boolean }>(
    knex,
    'SELECT id, prefix, basic FROM products',
  )
  const productRoles = await many<{ product_id: number; role_id: number }>(knex, 'SELECT * FROM product_roles')
  let n = 0
  const featuresOf = async (role: number, member: number[], bought: (readonly [number, number])[]) => {
    const trx = await knex.transaction()
    try {
      const userId = await insert(trx, 'users', { username: `f${++n}`, email: `f${n}@example.org`, role_id: role })
      await trx.raw('INSERT INTO user_tenants SELECT ?, unnest(?::int[])', [userId, member])
      const links = [bought.map(([product]) => product), bought.map(([, tenant]) => tenant)]
      await trx.raw(
        'INSERT INTO product_tenants SELECT * FROM unnest(?::int[], ?::int[]) ON CONFLICT DO NOTHING',
        links,
      )
      const found = await many<{ feature: string }>(
        trx,
        'SELECT feature FROM user_features WHERE user_id = ? ORDER BY feature COLLATE "C"',
        [userId],
      )
      return found.map(({ feature }) => feature)
    } finally {
      await trx.rollback()
    }
  }
  const person = fc.oneof(
    fc.record({ role: fc.integer({ min: 1, max: 3 }), member: fc.subarray(tenants) }),
    // Support has no tenants.
    fc.constant({ role: 4, member: [] as number[] }),
  )
  const world = fc.record({
    person,
    bought: fc.array(fc.tuple(fc.constantFrom(...products), fc.constantFrom(...tenants)), { maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(world, async ({ person: { role, member }, bought }) => {
      const found = await featuresOf(
        role,
        member,
        bought.map(([{ id }, tenant]) => [id, tenant] as const),
      )
      const expected = products
        .filter(({ id }) => productRoles.some((each) => each.product_id === id && each.role_id === role))
        .filter(
          ({ id, basic }) => basic || bought.some(([product, tenant]) => product.id === id && member.includes(tenant)),
        )
      expect(found).toEqual(expected.map(({ prefix }) => prefix).sort((a, b) => (a < b ? -1 : 1)))
    }),
    { numRuns: 60 },
  )
})
