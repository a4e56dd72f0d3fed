import { expect, it } from 'vitest'
import { createTestDatabase } from '../../db/testing/database.ts'
import { addGateway } from '../../server/testing/world.ts'
import { readDevices } from './device-rows.ts'

it('who looks at his zone goes through the devices of no other, however many there are', async () => {
  const db = await createTestDatabase()
  try {
    const zones = await db.knex.transaction(async (trx) => {
      const [tenant] = (await trx('tenants').insert({ name: 'T', prefix: 't' }).returning('id')) as { id: number }[]
      const made: { id: number; devices: number[] }[] = []
      for (let n = 0; n < 20; n += 1) {
        const [zone] = (await trx('zones')
          .insert({ tenant_id: tenant?.id, name: `Z${n}` })
          .returning('id')) as {
          id: number
        }[]
        const [site] = (await trx('sites')
          .insert({ name: `S${n}` })
          .returning('id')) as { id: number }[]
        await trx('site_zones').insert({ site_id: site?.id, zone_id: zone?.id })
        const { devices } = await addGateway(trx, site?.id ?? 0, `g-${n}`, 100)
        made.push({ id: zone?.id ?? 0, devices: devices.map(({ id }) => id) })
      }
      return made
    })
    await db.knex.raw('ANALYZE')
    const [, zone] = zones
    await db.knex.transaction(async (trx) => {
      const through = async () => {
        const { rows } = await trx.raw<{ rows: { n: number }[] }>(
          `SELECT seq_tup_read + idx_tup_fetch AS n FROM pg_stat_xact_user_tables WHERE relname = 'devices'`,
        )
        return rows[0]?.n ?? Number.NaN
      }
      const before = await through()
      const found = await readDevices(trx, { zoneIds: [zone?.id ?? 0] })
      expect(found.map(({ id }) => id)).toEqual(zone?.devices)
      expect((await through()) - before).toBeLessThan(200)
    })
  } finally {
    await db.close()
  }
})
