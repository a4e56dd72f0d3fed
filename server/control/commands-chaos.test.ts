import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { seededRandom } from '../../telemetry/simulator/random.ts'
import { wrongsOf } from './testing/chaos/check.ts'
import { chaosWorld } from './testing/chaos/world.ts'

/** Number of commands, refused ones included; the environment selects the long form. */
const deviceCommands = Number(process.env['T20_COMMANDS'] ?? 150)
const seed = Number(
  process.env['T20_SEED'] ?? (process.env['PROPERTIES'] === 'random' ? Date.now() % 100_000 : 20_261_123),
)
/** Milliseconds that stand for a second: everything runs ten times as fast. */
const secondMs = Number(process.env['T20_SECOND_MS'] ?? 100)

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ max: 16 })
})
afterAll(() => database.close())

it(`${deviceCommands} commands over bad lines to unruly devices: nothing moves without a right, too late or twice, and all of them end [CTRL-2] [CTRL-5] [CTRL-8] [GW-2]`, async () => {
  const random = seededRandom(seed)
  const each = Math.min(60, Math.max(12, Math.ceil(deviceCommands / 20)))
  const world = await chaosWorld(database.knex, random, { gateways: 3, devicesEach: each, secondMs })
  try {
    const people = Array.from({ length: 4 }, async () => {
      while (world.asked.size < deviceCommands) await world.step()
    })
    await Promise.all(people)
    await world.settle()
    expect(await wrongsOf(database.knex, world), `T20_SEED=${seed}`).toEqual([])
    // Faults did occur, and the portal did work.
    const moved = [...world.gateways.values()].reduce((sum, { movements }) => sum + movements.length, 0)
    expect(moved).toBeGreaterThanOrEqual(deviceCommands / 50)
    const states = await database.knex('device_commands').distinct('state').pluck<string[]>('state')
    expect(states).toEqual(expect.arrayContaining(['confirmed', 'failed', 'unknown', 'refused']))
  } finally {
    await world.stop()
  }
})
