import { afterAll, beforeAll, expect, it } from 'vitest'
import { many } from '../sql.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { insert, plantSite } from '../testing/fixtures.ts'
import { up } from './0075-payment-of-companies.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

it('companies with tariffs keep taking money, others do not begin to [ADM-25] [PAY-2]', async () => {
  const [sells, gives] = [await plantSite(db.knex), await plantSite(db.knex)]
  await insert(db.knex, 'tariffs', { name: 'Hourly', tenant_id: sells.tenantId })
  await db.knex('product_tenants').delete()
  await db.knex.raw(up)
  await db.knex.raw(up)
  const bought = await many<{ tenantId: number; prefix: string }>(
    db.knex,
    `select b.tenant_id as "tenantId", p.prefix from product_tenants b join products p on p.id = b.product_id
     where b.tenant_id in (?, ?)`,
    [sells.tenantId, gives.tenantId],
  )
  expect(bought).toEqual([{ tenantId: sells.tenantId, prefix: 'PAYMENT' }])
})
