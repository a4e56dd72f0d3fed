import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { applyCommandOutcomes } from './command-outcomes.ts'
import { expireDeviceCommands } from './expire.ts'
import { issue, kept, makeSite, markSent, stateOf, told } from './testing/site.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const start = new Date('2026-11-21T10:00:00.000Z')
const after = (seconds: number): Date => new Date(start.getTime() + seconds * 1_000)

describe('deadlines', () => {
  it.each([
    ['queued', 'expired', 0],
    ['sent', 'unknown', 0],
    ['taken', 'failed', 1],
  ] as const)(
    '%s becomes %s, not in time, and only a device whose gateway took it counts as not responding [CTRL-5]',
    async (state, end, malfunctions) => {
      const { knex } = database
      const site = await makeSite(knex)
      const deviceCommandId = await issue(knex, site, 'open', 0, start)
      if (state !== 'queued') await markSent(knex, deviceCommandId, start, state)
      expect(await expireDeviceCommands(knex, after(15))).toBe(0)
      expect(await expireDeviceCommands(knex, after(15.001))).toBe(1)
      expect(await stateOf(knex, deviceCommandId)).toEqual({ state: end, reason: 'not-in-time', late: false })
      const open = await knex('malfunctions')
        .where({ device_id: site.deviceIds[0], kind: 'not-responding' })
        .select<{ detail: object }[]>()
      expect(open).toHaveLength(malfunctions)
      const deviceCommand = await kept(knex, deviceCommandId)
      if (malfunctions) expect(open[0]?.detail).toEqual({ supportCode: deviceCommand.support_code, action: 'open' })
      const last = (await told(knex)).at(-1)
      expect(last?.changes.map(({ kind }) => kind).sort()).toEqual(
        malfunctions
          ? ['device', 'deviceCommand', 'incident', 'incidentEntry', 'malfunction']
          : ['device', 'deviceCommand'],
      )
      expect(await expireDeviceCommands(knex, after(60))).toBe(0)
    },
  )

  it("uses the database's clock if no time is given", async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gone = await issue(knex, site, 'open', 0, new Date(Date.now() - 60_000))
    const live = await issue(knex, site, 'open', 1, new Date())
    expect(await expireDeviceCommands(knex)).toBe(1)
    expect((await stateOf(knex, gone)).state).toBe('expired')
    expect((await stateOf(knex, live)).state).toBe('queued')
  })

  it('a device that confirms late is no longer not responding [CTRL-5]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const deviceId = site.deviceIds[0] ?? 0
    const deviceCommandId = await issue(knex, site, 'open', 0, start)
    await markSent(knex, deviceCommandId, start, 'taken')
    await expireDeviceCommands(knex, after(16))
    const report = { deviceId, status: 'free' as const, doorState: 'open' as const, at: after(30) }
    await knex.transaction((trx) => applyCommandOutcomes(trx, { answers: [], reports: [report] }, after(31)))
    expect(await stateOf(knex, deviceCommandId)).toMatchObject({ state: 'confirmed', late: true })
    expect(await knex('malfunctions').where({ device_id: deviceId }).first()).toMatchObject({ closed_at: after(30) })
    const last = (await told(knex)).at(-1)
    expect(last?.changes.find(({ kind }) => kind === 'malfunction')).toMatchObject({ view: null })
  })

  it('two runs at once end each command once, and a run ends more than a batch', async () => {
    const { knex } = database
    const site = await makeSite(knex, { devices: 620 })
    await knex.raw(
      `INSERT INTO device_commands (device_id, gateway_id, counter, action, state, allowed_by, support_code, issued_at, deadline, version)
       SELECT id, gateway_id, id, 'open', 'queued', 'operator', 'HF-BULK-' || id, ?, ?, 1 FROM devices WHERE gateway_id = ?`,
      [start, after(15), site.gatewayId],
    )
    const [one, two] = await Promise.all([expireDeviceCommands(knex, after(20)), expireDeviceCommands(knex, after(20))])
    expect(one + two).toBe(620)
    expect(await knex('device_commands').where({ gateway_id: site.gatewayId, state: 'expired' })).toHaveLength(620)
  })
})
