import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { watch } from '../../contract/kit.ts'
import { rooms } from '../../contract/rooms.ts'
import { connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { watchingAnybody } from '../kernel/bus/handle.ts'
import { testContext } from '../testing/context.ts'
import { roomsOf } from './subscription.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const anything = watch({
  name: 'test.anything',
  access: 'public',
  input: z.strictObject({}),
  kinds: ['messageCounts'],
})

/** Asks for the rooms, of which reading fails as often as there are errors; how often it was read. */
async function ask(knex: TestDatabase['knex'], errors: Error[] = []) {
  let reads = 0
  const readRooms = async () => {
    const error = errors[reads++]
    if (error) throw error
    return [rooms.all()]
  }
  const handler = watchingAnybody(anything, { rooms: readRooms, snapshot: async () => [] })
  const context = testContext(knex, { commands: new Map(), queries: new Map(), watches: new Map() })
  const answer = await roomsOf(context, handler, {}, { sessionHash: null }).catch((error: Error) => error.message)
  return { answer, reads }
}

it.each([
  ['could not serialize', '40001', { answer: ['all'], reads: 2 }],
  ['the server is stopped', '57P01', { answer: ['all'], reads: 2 }],
  // It had 3.5 s already: a second try would take as long again while somebody stands before the screen.
  ['canceling statement due to statement timeout', '57014', { reads: 1 }],
])('a view that was not read because of: %s', async (text, code, expected) => {
  expect(await ask(database.knex, [Object.assign(new Error(text), { code })])).toMatchObject(expected)
})

it('a view is not waited for a second time where nobody gives a connection away', async () => {
  const knex = connect(database.url, { max: 1 })
  const held = await knex.transaction()
  try {
    const acquired = vi.spyOn(knex.client as { acquireConnection(): Promise<unknown> }, 'acquireConnection')
    expect(await ask(knex)).toEqual({ answer: expect.stringContaining('Timeout acquiring a connection'), reads: 0 })
    expect(acquired).toHaveBeenCalledTimes(1)
  } finally {
    await held.rollback()
    await knex.destroy()
  }
})
