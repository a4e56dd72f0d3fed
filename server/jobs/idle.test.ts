import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, statementBegan } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { expireDeviceCommands } from '../../telemetry/commands/expire.ts'
import { createRuns } from '../control/advance-runs.ts'
import { closeDue } from '../control/auto-close.ts'
import { endSelections } from '../control/command-many-end.ts'
import { placesInDoubt } from '../insight/against-sensor-read.ts'
import { workThrough } from '../maintenance/work-through.ts'
import { findOverstays } from '../overstay/begin.ts'
import { expireHolds } from '../reservations/expire.ts'

let db: TestDatabase
let knex: Knex
beforeAll(async () => {
  db = await createTestDatabase()
  knex = connect(db.url, { max: 4 })
})
afterAll(async () => {
  await knex?.destroy()
  await db?.close()
})

const log = pino({ level: 'silent' })
const link = { linked: async () => false, linkedAmong: async () => new Set<number>() }
const works: [string, (knex: Knex) => Promise<unknown>][] = [
  ['commands whose deadline passed', expireDeviceCommands],
  ['holds that ran out', expireHolds],
  ['runs of several devices that ended', endSelections],
  ['reservations under maintenance', (of) => workThrough(of, log)],
]

it.each(works)('%s: where there are none, a look every second is one statement', async (_what, work) => {
  // The first one may prepare what is kept.
  await work(knex)
  let statements = 0
  const count = () => {
    statements += 1
  }
  knex.on(statementBegan, count)
  await work(knex)
  knex.off(statementBegan, count)
  expect(statements).toBe(1)
})

const looks: typeof works = [
  ...works,
  ['stays beyond their end', findOverstays],
  ['closings that are due', (of) => closeDue({ deviceKnex: of, link })],
  ['runs along a way', (of) => createRuns({ knex: of, link, log }).sweep()],
  ['places in doubt', placesInDoubt],
]

it.each(looks)('%s: no index could be asked by a time that changes while it is read', async (_what, work) => {
  const asked: string[] = []
  const note = ({ sql }: { sql: string }) => void asked.push(sql)
  knex.on('query', note)
  await work(knex)
  knex.off('query', note)
  expect(asked).toHaveLength(1)
  expect(asked[0]).not.toMatch(/[<>]=? *clock_timestamp\(\)/)
})
