import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { advanceRun } from './advance-run.ts'
import { answer, carryOut, report } from './testing/gateway.ts'
import { makeWay, request, reserve, runOf } from './testing/way.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())

const runs = Number(process.env['T24_WAYS'] ?? 8)
const paths = [-1, 1, 2] as const
const anyDevice = fc.record({
  sequence: fc.integer({ min: 0, max: 3 }),
  path: fc.constantFrom(...paths),
  isOpen: fc.boolean(),
})

describe('any way', () => {
  it(`of ${runs}: moves in ascending order over its own path and −1, skips what is open, and nothing beyond the failure [CTRL-3]`, async () => {
    const { knex } = db
    await fc.assert(
      fc.asyncProperty(fc.array(anyDevice, { minLength: 4, maxLength: 4 }), fc.nat(4), async (devices, failAt) => {
        const way = await makeWay(knex)
        const all = devices.map((device, index) => ({ ...device, id: way.deviceIds[index] ?? 0 }))
        for (const { id, sequence, path, isOpen } of all) {
          await knex('devices')
            .where({ id })
            .update({ sequence_number: sequence, path_number: path, post_action_delay_ms: 0 })
          await report(knex, id, isOpen ? 'open' : 'closed')
        }
        const beside = [way.elsewhere, way.barrier, way.door]
        const reservationId = await reserve(knex, way, { beside, rules: { entryLimit: -1 } })
        const main = all.find(({ id }) => id === way.lot)
        // The requirement, stated independently: devices of the path and of every path, by sequence number, then id;
        // open ones are skipped.
        const expected = all
          .filter(({ path }) => path === -1 || main?.path === -1 || path === main?.path)
          .sort((a, b) => a.sequence - b.sequence || a.id - b.id)
          .filter(({ isOpen }) => !isOpen)
          .map(({ id }) => id)
        const given = await request(way, reservationId)
        if (expected.length === 0) {
          expect(given).toMatchObject({ refusal: { code: 'already-in-state' } })
          return
        }
        const runId = runOf(given)
        for (const [place, id] of expected.entries()) {
          if (place === failAt) await answer(knex, id, 'failed', 'motor-blocked')
          else await carryOut(knex, id)
          await advanceRun(knex, way.context, runId)
          // Due times pass at once, so the pauses have no effect here.
          await expect.poll(() => advanceRun(knex, way.context, runId)).toBeNull()
          if (place === failAt) break
        }
        const fails = failAt < expected.length
        const moved = await knex('device_commands').where({ run_id: runId }).orderBy('issued_at').pluck('device_id')
        expect(moved).toEqual(fails ? expected.slice(0, failAt + 1) : expected)
        expect(await knex('control_runs').where({ id: runId }).first()).toMatchObject(
          fails ? { state: 'stopped', stopped_at_device_id: expected[failAt] } : { state: 'done' },
        )
      }),
      { numRuns: runs },
    )
  })
})
