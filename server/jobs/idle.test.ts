import type { Knex } from 'knex'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect } from '../../db/connect.ts'
import { statementBegan } from '../../db/tell-statements.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { expireOrders } from '../../telemetry/orders/expire.ts'
import { endSelections } from '../control/order-many-end.ts'
import { workThrough } from '../maintenance/work-through.ts'
import { lapseHolds } from '../reservations/lapse.ts'

let db: TestDatabase
let knex: Knex
beforeAll(async () => {
  db = await createTestDatabase()
  knex = connect(db.url, { max: 4, pipeline: true })
})
afterAll(async () => {
  await knex?.destroy()
  await db?.close()
})

const works: [string, (knex: Knex) => Promise<unknown>][] = [
  ['orders whose deadline passed', expireOrders],
  ['holds that ran out', lapseHolds],
  ['runs of several devices that ended', endSelections],
  ['reservations under maintenance', (of) => workThrough(of, pino({ level: 'silent' }))],
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
