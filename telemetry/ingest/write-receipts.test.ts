import fc from 'fast-check'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { countedId } from './write-receipt-ids.ts'
import { isKnownReceipt, writeReceipts } from './write-receipts.ts'

let db: TestDatabase
let gateways = 1_000
beforeAll(async () => {
  db = await createTestDatabase({ max: 6 })
})
afterAll(() => db?.close())

/** Writes receipts of a gateway as a batch would; returns which ids were new. */
async function receive(gatewayId: number, ids: readonly string[], careful = true): Promise<string[]> {
  return db.knex.transaction((trx) => within(trx, gatewayId, ids, careful))
}
async function within(trx: Knex.Transaction, gatewayId: number, ids: readonly string[], careful: boolean) {
  const receipts = ids.map((id) => ({ id, device: { gatewayId } }))
  const isNew = await writeReceipts(trx, receipts, { careful })
  return receipts.filter(isNew).map(({ id }) => id)
}
const kept = async (gatewayId: number) => {
  const found = await many<{ message_id: string }>(
    db.knex,
    'SELECT message_id FROM gateway_receipts WHERE gateway_id = ?',
    [gatewayId],
  )
  return found.map(({ message_id: id }) => id).sort()
}
const from = (start: number, end: number, name = 'c-') =>
  Array.from({ length: end - start }, (_, n) => `${name}${String(start + n).padStart(6, '0')}`)

/** Ids as gateways make them, and other short printable ones. */
const anyId = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('', 'a-', 'b-', 'g:', 'x0-', 'é', '😀'),
      fc.integer({ min: 0, max: 700 }),
      fc.nat({ max: 8 }),
    )
    .map(([name, number, width]) => `${name}${String(number).padStart(width, '0')}`),
  fc.stringMatching(/^[ -~]{0,12}[0-9]{0,17}$/).filter((id) => id !== ''),
  fc.uuid(),
)

/** The rule of countedId, restated. Stored receipts depend on it, so it can never change. */
const counted = '(^|[^0-9A-Fa-f])0{0,6}[0-9]{3,9}$'

describe('ids that end with a counter', () => {
  it.each<[string, [string, number] | null]>([
    ['9f2c-000017', ['9f2c-000000', 17]],
    ['9f2c-000000', ['9f2c-000000', 0]],
    ['017', ['000', 17]],
    ['msg117', ['msg000', 117]],
    ['a84041-0000000000000117', null],
    ['w:000000999999999', ['w:000000000000000', 999_999_999]],
    ['w:000001000000000', null],
    ['1763700000123', null],
    ['17', null],
    ['m-17', null],
    ['a3f517', null],
    ['A3F517', null],
    ['9f2c-000017x', null],
    ['b1c2f9ce-4d0a-4b52-9f3e-000000000117', ['b1c2f9ce-4d0a-4b52-9f3e-000000000000', 117]],
    ['b1c2f9ce-4d0a-4b52-9f3e-912345678117', null],
    ['', null],
  ])('%s', (id, expected) => {
    const found = countedId(id)
    expect(found && [found.series, found.number]).toEqual(expected)
  })

  it('are the same ids for the database, which writes them out again [GW-1]', async () => {
    const ids = [...new Set(fc.sample(anyId, { numRuns: 3_000, seed: 7 }))]
    const known = ids.map((id) => countedId(id))
    expect(known.filter(Boolean).length).toBeGreaterThan(500)
    const judged = await many<{ counted: boolean }>(
      db.knex,
      `SELECT id ~ :rule AS counted FROM unnest(:ids::text[]) WITH ORDINALITY AS i (id, place) ORDER BY place`,
      { ids, rule: counted } as never,
    )
    expect(judged.map((each) => each.counted)).toEqual(known.map((each) => each !== null))
    const gateway = ++gateways
    expect((await receive(gateway, ids)).length).toBe(ids.length)
    expect(await kept(gateway)).toEqual([...ids].sort())
  })
})

describe('receipts', () => {
  it('are new once, whatever ids, batches and ways they come by [GW-1]', async () => {
    const batches = fc.array(fc.tuple(fc.uniqueArray(anyId, { minLength: 1, maxLength: 12 }), fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(batches, async (given) => {
        const gateway = ++gateways
        const seen = new Set<string>()
        for (const [ids, careful] of given) {
          const fresh = ids.filter((id) => !seen.has(id))
          const answer = await receive(gateway, ids, careful).catch((error: unknown) => {
            if (careful || !isKnownReceipt(error)) throw error
            return receive(gateway, ids, true)
          })
          expect(answer).toEqual(fresh)
          for (const id of ids) seen.add(id)
        }
        expect(await kept(gateway)).toEqual([...seen].sort())
      }),
      { numRuns: 60 },
    )
  })

  it('of counted ids take a row for 256, on the fast path too, with gaps and repeats [GW-1]', async () => {
    const gateway = ++gateways
    expect(await receive(gateway, from(0, 1_000), false)).toHaveLength(1_000)
    expect(await receive(gateway, from(2_000, 2_001), false)).toHaveLength(1)
    expect(await receive(gateway, from(900, 1_100), false)).toEqual(from(1_000, 1_100))
    expect(await receive(gateway, from(0, 1_100), false)).toEqual([])
    const blocks = await db
      .knex('gateway_message_blocks')
      .where({ gateway_id: gateway })
      .orderBy('block')
      .pluck('block')
    expect(blocks).toEqual([0, 1, 2, 3, 4, 7])
    expect(await kept(gateway)).toEqual([...from(0, 1_100), ...from(2_000, 2_001)])
  })

  it('of a failed transaction leave nothing', async () => {
    const gateway = ++gateways
    const failing = db.knex.transaction(async (trx) => {
      await within(trx, gateway, [...from(0, 20), 'x'], false)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await kept(gateway)).toEqual([])
    expect(await receive(gateway, [...from(0, 20), 'x'])).toHaveLength(21)
  })

  it('that two processes write at once are new to one of them, and the second waits [GW-1]', async () => {
    const gateway = ++gateways
    const mixed = [...from(0, 300), 'x', 'y', 'z']
    const parts = [mixed, [...mixed].reverse(), mixed.slice(100), from(250, 600), ['y'], from(0, 10)]
    const answers = (await Promise.all(parts.map((ids) => receive(gateway, ids)))).flat()
    const all = [...new Set(parts.flat())].sort()
    expect(answers.sort()).toEqual(all)
    expect(await kept(gateway)).toEqual(all)
  })
})
