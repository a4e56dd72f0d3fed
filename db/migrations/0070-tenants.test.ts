import { afterAll, beforeAll, expect, it } from 'vitest'
import { many } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { plantSite } from '../testing/fixtures.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

it('plates are handed out again to the caching gateways of a company that buys or loses cameras, and to no others [ADM-25]', async () => {
  const [own, other] = [await plantSite(db.knex), await plantSite(db.knex)]
  await db.knex('gateways').update({ allow_offline_caching: true })
  const handedOut = async () => {
    const rows = await many<{ id: number }>(db.knex, 'delete from reservation_handouts returning gateway_id as id')
    return rows.map(({ id }) => id)
  }
  const buy = (prefix: string) =>
    db.knex.raw('insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = ?', [
      own.tenantId,
      prefix,
    ])
  await handedOut()
  await buy('LPR')
  expect(await handedOut()).toEqual([own.gatewayId])
  await buy('SMS')
  expect(await handedOut()).toEqual([])
  await db.knex('product_tenants').where('tenant_id', own.tenantId).delete()
  expect(await handedOut()).toEqual([own.gatewayId])
  await db.knex('product_tenants').where('tenant_id', other.tenantId).delete()
  expect(await handedOut()).toEqual([])
})
