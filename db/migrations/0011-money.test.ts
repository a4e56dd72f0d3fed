import { afterAll, beforeAll, expect, it } from 'vitest'
import { many, one } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, plantSite, plantUser, refusalOf, stillReferenced } from '../testing/fixtures.ts'

let database: TestDatabase
let tenantId: number
beforeAll(async () => {
  database = await createTestDatabase({ max: 20 })
  tenantId = (await plantSite(database.knex)).tenantId
})
afterAll(() => database.close())

let users = 0
/** A new user's account with so much credit, the tenant's account, and a way to move money between accounts. */
async function purse(cents: number) {
  const { knex } = database
  const userId = await plantUser(knex, `payer-${++users}`)
  const account = async (where: string, value: number | string) =>
    (await one<{ id: number }>(knex, 'SELECT id FROM accounts WHERE ?? = ?', [where, value])).id
  const [user, tenant, outside] = [
    await account('user_id', userId),
    await account('tenant_id', tenantId),
    await account('provider', 'outside'),
  ]
  const move = (kind: string, from: number, to: number, amount_cents: number, more: object = {}) =>
    insert(knex, 'transactions', { kind, from_account_id: from, to_account_id: to, amount_cents, ...more })
  const balance = async () =>
    (await one<{ balance_cents: number }>(knex, 'SELECT balance_cents FROM accounts WHERE id = ?', [user]))
      .balance_cents
  if (cents > 0) await move('top-up', outside, user, cents)
  return { userId, user, tenant, outside, move, balance }
}

it('keeps the ledger append-only [PAY-1]', async () => {
  const { knex } = database
  await purse(100)
  expect(await refusalOf(knex('transactions').update({ amount_cents: 1 }))).toMatchObject({ code: '23001' })
  expect(await refusalOf(knex('transactions').delete())).toMatchObject({ code: '23001' })
  expect(await refusalOf(knex.raw('TRUNCATE transactions CASCADE'))).toMatchObject({ code: '23001' })
})

it('never lets a balance fall below zero, whatever runs at once [PAY-1]', async () => {
  const { user, tenant, move, balance } = await purse(500)
  const attempts = await Promise.allSettled(Array.from({ length: 20 }, () => move('booking', user, tenant, 120)))
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
  expect(await balance()).toBe(20)
  expect(await refusalOf(move('booking', user, tenant, 21))).toMatchObject({
    code: '23514',
    constraint: 'accounts_never_below_permitted',
  })
  await move('booking', user, tenant, 20)
  expect(await balance()).toBe(0)
})

it('goes below zero as far as permitted, without limit at -1 [PAY-1]', async () => {
  const { user, tenant, move, balance } = await purse(0)
  const permit = (overdraft_cents: number) => database.knex('accounts').where({ id: user }).update({ overdraft_cents })
  await permit(300)
  await move('booking', user, tenant, 300)
  expect(await refusalOf(move('booking', user, tenant, 1))).toMatchObject({ code: '23514' })
  await permit(-1)
  await move('booking', user, tenant, 100_000)
  expect(await balance()).toBe(-100_300)
  expect(await refusalOf(permit(0)), 'the permission is not taken back while it is used').toMatchObject({
    code: '23514',
  })
})

it('keeps each balance equal to the sum of the ledger, and the total at zero [PAY-1]', async () => {
  const { knex } = database
  const purses = await Promise.all([purse(1_000), purse(0), purse(250)])
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const moves = Array.from({ length: 150 }, () => {
    const { user, tenant, outside, move } = purses[random(3)] ?? purses[0]
    const cents = 1 + random(200)
    return [
      () => move('booking', user, tenant, cents),
      () => move('top-up', outside, user, cents),
      () => move('payout', user, outside, cents),
    ][random(3)]
  })
  const outcomes = await Promise.allSettled(moves.map(async (each) => each?.()))
  expect(
    outcomes.some(({ status }) => status === 'rejected'),
    'some were refused',
  ).toBe(true)
  const wrong = await many(
    knex,
    "SELECT * FROM accounts a JOIN account_balances s ON s.account_id = a.id WHERE a.kind IN ('user', 'cost-center') AND a.balance_cents <> s.balance_cents",
  )
  expect(wrong).toEqual([])
  expect(await one(knex, 'SELECT sum(balance_cents) AS sum FROM account_balances')).toEqual({ sum: 0 })
  expect(
    await one(knex, "SELECT min(balance_cents) >= 0 AS fine FROM accounts WHERE kind = 'user' AND overdraft_cents = 0"),
  ).toEqual({ fine: true })
})

it('lets only the ledger change a balance', async () => {
  const { knex } = database
  const { user, userId } = await purse(10)
  expect(await refusalOf(knex('accounts').where({ id: user }).update({ balance_cents: 1_000_000 }))).toMatchObject({
    code: '23001',
  })
  expect(
    await refusalOf(insert(knex, 'accounts', { kind: 'provider', provider: 'mint', balance_cents: 5 })),
  ).toMatchObject({ code: '23001' })
  const gone = await refusalOf(knex('users').where({ id: userId }).delete())
  expect(gone.code, 'nor delete who has movements').toMatch(stillReferenced)
})

it('refunds to the same source, once, and never more than was paid [PAY-4]', async () => {
  const { user, tenant, outside, move, balance } = await purse(400)
  const paid = await move('booking', user, tenant, 300)
  expect(await refusalOf(move('refund', tenant, user, 301, { refund_of: paid }))).toMatchObject({
    constraint: 'transactions_refund_fits',
  })
  expect(await refusalOf(move('refund', outside, user, 300, { refund_of: paid }))).toMatchObject({
    constraint: 'transactions_refund_fits',
  })
  expect(await refusalOf(move('refund', tenant, user, 300))).toMatchObject({ code: '23514' })
  const tries = await Promise.allSettled([1, 2, 3].map(() => move('refund', tenant, user, 150, { refund_of: paid })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await balance()).toBe(250)
})

it('records the same request once', async () => {
  const { user, outside, move, balance } = await purse(0)
  await move('top-up', outside, user, 100, { reference: 'session-1' })
  expect(await refusalOf(move('top-up', outside, user, 100, { reference: 'session-1' }))).toMatchObject({
    code: '23505',
  })
  expect(await balance()).toBe(100)
})

it('accepts only whole cents above zero', async () => {
  const { user, tenant, move } = await purse(100)
  for (const cents of [0, -5])
    expect(await refusalOf(move('booking', user, tenant, cents))).toMatchObject({ code: '23514' })
  expect(await refusalOf(move('booking', user, tenant, 1.5))).toMatchObject({ code: '22P02' })
  expect(await refusalOf(move('booking', user, user, 5))).toMatchObject({ code: '23514' })
})

it('numbers invoices without gaps per tenant, kind and year, even if some are rolled back at once [PAY-5]', async () => {
  const { knex } = database
  const invoice = (more: object = {}) => ({
    tenant_id: tenantId,
    net_cents: 84,
    tax_cents: 16,
    gross_cents: 100,
    tax_rate_percent: 19,
    issued_at: '2026-06-01T00:00:00Z',
    ...more,
  })
  await Promise.allSettled(
    Array.from({ length: 16 }, (_, n) =>
      knex.transaction(async (trx) => {
        await insert(trx, 'invoices', invoice())
        if (n % 3 === 0) throw new Error('rolled back')
      }),
    ),
  )
  const numbers = await knex('invoices').where({ kind: 'invoice', year: 2026 }).orderBy('number').pluck('number')
  expect(numbers).toEqual(Array.from({ length: 10 }, (_, n) => n + 1))
  await insert(knex, 'invoices', invoice({ issued_at: '2026-12-31T23:30:00Z' }))
  await insert(knex, 'invoices', invoice({ kind: 'credit-note' }))
  const others = await many(
    knex,
    "SELECT kind, year, number FROM invoices WHERE year = 2027 OR kind = 'credit-note' ORDER BY kind",
  )
  expect(others, 'the year of the tenant, its own numbers for credit notes').toEqual([
    { kind: 'credit-note', year: 2026, number: 1 },
    { kind: 'invoice', year: 2027, number: 1 },
  ])
})

it('does not change an issued invoice, but accepts its PDF once [PAY-5]', async () => {
  const { knex } = database
  const id = await insert(knex, 'invoices', {
    tenant_id: tenantId,
    net_cents: 100,
    tax_cents: 19,
    gross_cents: 119,
    tax_rate_percent: 19,
  })
  const change = (values: object) => knex('invoices').where({ id }).update(values)
  expect(await refusalOf(change({ gross_cents: 1, net_cents: 1, tax_cents: 0 }))).toMatchObject({ code: '23001' })
  expect(await refusalOf(knex('invoices').where({ id }).delete())).toMatchObject({ code: '23001' })
  const media = {
    kind: 'invoice',
    file_name: 'invoice-1.pdf',
    content_type: 'application/pdf',
    bytes: 10,
    sha256: Buffer.alloc(32),
    storage_key: 'a',
  }
  const [file] = (await knex('media').insert(media).returning('id')) as { id: string }[]
  await expect(change({ media_id: file?.id })).resolves.toBe(1)
  expect(await refusalOf(change({ media_id: null }))).toMatchObject({ code: '23001' })
  expect(
    await refusalOf(
      insert(knex, 'invoices', {
        tenant_id: tenantId,
        net_cents: 100,
        tax_cents: 19,
        gross_cents: 120,
        tax_rate_percent: 19,
      }),
    ),
  ).toMatchObject({ code: '23514' })
})
