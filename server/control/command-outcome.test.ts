import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { dontTake } from './testing/gateway.ts'
import {
  codeOf,
  link,
  makeWay,
  request,
  requestAsGuest,
  reserve,
  runOf,
  settleAsGuestRequest,
  settleRequest,
  type Way,
} from './testing/way.ts'

let db: TestDatabase
let knex: Knex
let way: Way
let id: number
beforeAll(async () => {
  db = await createTestDatabase({ max: 16 })
  knex = db.knex
  way = await makeWay(knex)
  id = await reserve(knex, way, { rules: { entryLimit: -1, exitLimit: -1 } })
})
afterAll(() => db.close())

const deviceCommandsOf = async ({ lot }: Way) =>
  (await knex('device_commands').where({ device_id: lot }).whereNot({ state: 'refused' })).length
const settled = async (commandId: string) => {
  const answer = await settleRequest(way, commandId)
  return answer.ok ? answer.reply : answer.refusal
}

describe('a request whose reply was lost', () => {
  it('was accepted: returns the run; was refused: returns the reason; repeats the same outcome [CTRL-8]', async () => {
    const [carried, refused] = [randomUUID(), randomUUID()]
    const runId = runOf(await request(way, id, { deviceId: way.lot, id: carried }))
    expect(codeOf(await request(way, id, { deviceId: way.lot, id: refused }))).toBe('run-in-progress')
    for (let times = 0; times < 2; times += 1) {
      expect(await settled(carried)).toEqual({ outcome: 'done', runId, refusal: null })
      expect(await settled(refused)).toEqual({ outcome: 'refused', runId: null, refusal: 'run-in-progress' })
    }
    await dontTake(knex, way.lot, 'unknown-device')
  })

  it('never arrived: it is closed for good, and moves nothing if it arrives later [CTRL-8]', async () => {
    const commandId = randomUUID()
    const before = await deviceCommandsOf(way)
    expect(await settled(commandId)).toEqual({ outcome: 'never', runId: null, refusal: null })
    expect(codeOf(await request(way, id, { deviceId: way.lot, id: commandId }))).toBe('command-too-late')
    expect(await settled(commandId)).toEqual({ outcome: 'never', runId: null, refusal: null })
    expect(await deviceCommandsOf(way)).toBe(before)
  })

  it('is answered only to the requester; the id of another person’s request or of another command reveals nothing [CTRL-8]', async () => {
    const [theirs, other] = [randomUUID(), randomUUID()]
    const neighbour = await makeWay(knex)
    const theirId = await reserve(knex, neighbour)
    runOf(await request(neighbour, theirId, { deviceId: neighbour.lot, id: theirs }))
    expect(await settled(theirs)).toEqual({ outcome: 'never', runId: null, refusal: null })
    expect(await settleRequest(neighbour, theirs)).toMatchObject({ ok: true, reply: { outcome: 'done' } })
    await knex('commands').insert({
      actor: `user:${way.userId}`,
      id: other,
      name: 'reservations.cancel',
      input: '{}',
      input_hash: Buffer.alloc(32),
      outcome: 'done',
      reply: '{"runId":"x"}',
    })
    expect(await settled(other)).toEqual({ code: 'not-found' })
  })

  it('settled and issued at the same time, 200 times: never both “never” and carried out [CTRL-8]', async () => {
    const count = { done: 0, never: 0 }
    const lane = async (theirs: Way) => {
      // Every race is a request of its own, without rate limits.
      theirs.context.limits.take = async () => null
      const reservationId = await reserve(knex, theirs, { rules: { entryLimit: -1 } })
      let carried = 0
      for (let race = 0; race < 50; race += 1) {
        const commandId = randomUUID()
        const asked = async () => {
          // Sometimes slightly later, so that either command may come first.
          for (let turns = 0; turns < (race % 8) * 2; turns += 1) await new Promise((next) => setImmediate(next))
          return settleRequest(theirs, commandId)
        }
        const given = request(theirs, reservationId, { deviceId: theirs.lot, id: commandId })
        const [answer, told] = await Promise.all([given, asked()])
        if (!told.ok) throw new Error(told.refusal.code)
        const { outcome } = told.reply as { outcome: 'done' | 'never' }
        expect([outcome, codeOf(answer)]).toEqual(outcome === 'done' ? ['done', 'ok'] : ['never', 'command-too-late'])
        count[outcome] += 1
        if (outcome === 'never') continue
        carried += 1
        await dontTake(knex, theirs.lot, 'unknown-device')
      }
      expect(await deviceCommandsOf(theirs)).toBe(carried)
    }
    const ways = [await makeWay(knex), await makeWay(knex), await makeWay(knex), await makeWay(knex)]
    await Promise.all(ways.map(lane))
    expect(count.done + count.never).toBe(200)
    expect(Math.min(count.done, count.never)).toBeGreaterThan(0)
  })
})

describe('a guest’s request', () => {
  it('is answered to its own link only, even after a revocation; otherwise no answer and no row [CTRL-8] [TICK-3]', async () => {
    const theirs = await makeWay(knex)
    const reservationId = await reserve(knex, theirs)
    const token = await link(knex, reservationId)
    const commandId = randomUUID()
    const runId = runOf(await requestAsGuest(theirs, token, { deviceId: theirs.lot, id: commandId }))
    await knex('tokens').where({ reservation_id: reservationId }).update({ revoked_at: new Date() })
    expect(await settleAsGuestRequest(theirs, token, commandId)).toEqual({
      ok: true,
      reply: { outcome: 'done', runId, refusal: null },
    })
    const lost = randomUUID()
    expect(await settleAsGuestRequest(theirs, token, lost)).toMatchObject({ ok: true, reply: { outcome: 'never' } })
    expect(codeOf(await requestAsGuest(theirs, token, { id: lost }))).toBe('command-too-late')
    for (const wrong of ['x', 'A'.repeat(43)])
      expect(codeOf(await settleAsGuestRequest(theirs, wrong, commandId))).toBe('eticket-invalid')
    expect(await knex('commands').whereRaw("input::text like '%' || ? || '%'", [token])).toEqual([])
  })
})
