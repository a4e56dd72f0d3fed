import { expect, it } from 'vitest'
import { createTestDatabase } from './database.ts'

it('gives a migrated database of its own', async () => {
  const { knex, close } = await createTestDatabase()
  const { rows } = await knex.raw('SELECT count(*) AS roles FROM roles')
  expect(rows[0].roles).toBe(4)
  await close()
})
