import { expect, it } from 'vitest'
import { storageOf } from '../../telemetry/storage/storage.ts'
import { createTestDatabase } from '../testing/database.ts'
import { adoptTimescale } from './timescale.ts'

const quiet = () => undefined

it('conversion to TimescaleDB is refused if the server has none, or the portal runs', async () => {
  const migrated = await createTestDatabase()
  try {
    await migrated
      .knex('processes')
      .insert({ id: '00000000-0000-4000-8000-000000000001', name: 'holdfast', host: 'here', pid: 7 })
    await expect(adoptTimescale(migrated.url, quiet)).rejects.toThrow('running on the database (here, process 7)')
    await migrated.knex('processes').delete()
    const { available } = await storageOf(migrated.knex)
    const adopted = adoptTimescale(migrated.url, quiet)
    if (available === null) await expect(adopted).rejects.toThrow('This server has no TimescaleDB')
    else expect(await adopted).toEqual([])
  } finally {
    await migrated.close()
  }
})
