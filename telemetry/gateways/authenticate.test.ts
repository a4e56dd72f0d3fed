import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeSite } from '../commands/testing/site.ts'
import { authenticateGateway, bearerToken, tokenHash } from './authenticate.ts'
import { rotateGatewayToken } from './rotate-token.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

describe('gateway tokens', () => {
  it('identify their gateway, and are not stored in clear text [GW-6]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    expect(site.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await authenticateGateway(knex, site.token)).toMatchObject({
      gatewayId: site.gatewayId,
      hardwareId: site.hardwareId,
      siteId: site.siteId,
    })
    const row = await knex('gateway_tokens')
      .where({ gateway_id: site.gatewayId })
      .first<{ token_hash: Buffer; order_key: Buffer }>()
    expect(row.token_hash.equals(tokenHash(site.token))).toBe(true)
    expect(row.order_key).toHaveLength(32)
    expect(JSON.stringify(row)).not.toContain(site.token)
  })

  it("have a registry version that shows changes of the gateway's devices", async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const before = await authenticateGateway(knex, site.token)
    await knex('devices').where({ gateway_id: site.gatewayId }).update({ name: 'Renamed' })
    const after = await authenticateGateway(knex, site.token)
    expect(after?.registryVersion).toBeGreaterThan(before?.registryVersion ?? 0)
  })

  it('two are valid during rotation, even if several rotate at once [GW-6]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const rotate = () => knex.transaction((trx) => rotateGatewayToken(trx, site.gatewayId, new Date()))
    const second = await rotate()
    expect(await authenticateGateway(knex, site.token)).not.toBeNull()
    expect(await authenticateGateway(knex, second.token)).not.toBeNull()
    await Promise.all([rotate(), rotate(), rotate(), rotate()])
    expect(await knex('gateway_tokens').where({ gateway_id: site.gatewayId }).whereNull('revoked_at')).toHaveLength(2)
    expect(await authenticateGateway(knex, site.token)).toBeNull()
    expect(await authenticateGateway(knex, second.token)).toBeNull()
  })

  it('are found by the index on their hash', async () => {
    const { knex } = database
    await knex.raw('ANALYZE gateway_tokens')
    const plan = await knex.transaction(async (trx) => {
      await trx.raw('SET LOCAL enable_seqscan = off')
      const query = 'EXPLAIN SELECT id FROM gateway_tokens WHERE token_hash = ? AND revoked_at IS NULL'
      return (await trx.raw<{ rows: object[] }>(query, [tokenHash('x')])).rows
    })
    expect(JSON.stringify(plan)).toContain('gateway_tokens_token_hash_key')
  })

  it('never reach the database if malformed', async () => {
    const queries: string[] = []
    database.knex.on('query', ({ sql }: { sql: string }) => queries.push(sql))
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (token) => {
        if (typeof token === 'string' && /^[A-Za-z0-9_-]{43}$/.test(token)) return
        expect(await authenticateGateway(database.knex, token)).toBeNull()
      }),
    )
    for (const token of ['', 'A'.repeat(42), 'A'.repeat(44), `${'A'.repeat(42)}=`, `${'A'.repeat(43)}\n`]) {
      expect(await authenticateGateway(database.knex, token)).toBeNull()
    }
    expect(queries).toEqual([])
  })

  it('come as Bearer', () => {
    expect(bearerToken('Bearer abc')).toBe('abc')
    expect(bearerToken('bearer  abc ')).toBe('abc')
    for (const header of [undefined, '', 'Bearer', 'Bearer a b', 'Basic abc', ['Bearer abc']])
      expect(bearerToken(header)).toBeNull()
  })
})
