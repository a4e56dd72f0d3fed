import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { testContext } from '../testing/context.ts'
import { answer, carryOut, dontTake, letExpire, report, send } from './testing/gateway.ts'
import { codeOf, makeWay, request, reserve, runOf, type Way } from './testing/way.ts'

let db: TestDatabase
let knex: Knex
beforeAll(async () => {
  db = await createTestDatabase({ max: 24 })
  knex = db.knex
})
afterAll(() => db.close())

interface KeptRun {
  state: string
  reason: string | null
  stopped_at_device_id: number | null
  counts_as: string | null
  given_back: boolean
}
const runRow = (id: string): Promise<KeptRun> => knex('control_runs').where({ id }).first<KeptRun>()
const used = async (id: number) => {
  const row = await knex('reservations')
    .where({ id })
    .first<{ entries_used: number; exits_used: number }>('entries_used', 'exits_used')
  return [row.entries_used, row.exits_used]
}
const commanded = async (way: Way) =>
  (
    await knex('device_commands')
      .where({ gateway_id: way.gatewayId })
      .whereNot({ state: 'refused' })
      .orderBy(['issued_at', 'version'])
  ).map((row: { device_id: number }) => row.device_id)
const refusedOf = (way: Way) =>
  knex('device_commands').where({ gateway_id: way.gatewayId, state: 'refused' }).orderBy('issued_at').select('*')

describe('openings', () => {
  const requestsUntilRefused = async (way: Way, id: number, action: 'open' | 'close' = 'open') => {
    const replies: { openingsLeft: number | null; lastOpening: boolean; countsAs: string }[] = []
    for (;;) {
      await report(knex, way.lot, action === 'open' ? 'closed' : 'open')
      const given = await request(way, id, { deviceId: way.lot, action })
      if (!given.ok) return { replies, code: given.refusal.code, refusal: given.refusal }
      replies.push(given.reply as (typeof replies)[number])
      await carryOut(knex, way.lot)
      await knex('device_commands')
        .where({ device_id: way.lot })
        .whereNotNull('sent_at')
        .update({ sent_at: new Date(Date.now() - 60_000) })
      if (replies.length > 9) throw new Error('never refused')
    }
  }

  it('are limited separately for entries and exits; the warning comes with the last one [CTRL-4] [EVT-1]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way, { rules: { entryLimit: 3, exitLimit: 2 } })
    const entries = await requestsUntilRefused(way, id)
    expect(entries.code).toBe('operations-exceeded')
    expect(entries.replies.map(({ openingsLeft, lastOpening }) => [openingsLeft, lastOpening])).toEqual([
      [2, false],
      [1, false],
      [0, true],
    ])
    const exits = await requestsUntilRefused(way, id, 'close')
    expect(exits.code).toBe('operations-exceeded')
    expect(exits.replies.map(({ lastOpening, countsAs }) => [lastOpening, countsAs])).toEqual([
      [false, 'exit'],
      [true, 'exit'],
    ])
    expect(await used(id)).toEqual([3, 2])
    expect(await refusedOf(way)).toMatchObject([
      { reason: 'operations-exceeded', support_code: entries.refusal.params?.['supportCode'], reservation_id: id },
      { reason: 'operations-exceeded' },
    ])
  })

  it('count an exit barrier as an exit; −1 is no limit [CTRL-4] [EVT-1]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way, { rules: { entryLimit: 0, exitLimit: -1 } })
    await knex('barriers').where({ device_id: way.barrier }).update({ type: 'exit' })
    const given = await request(way, id, { deviceId: way.barrier })
    expect(given).toMatchObject({ ok: true, reply: { countsAs: 'exit', openingsLeft: null, lastOpening: false } })
    expect(codeOf(await request(way, id, { deviceId: way.lot }))).toBe('run-in-progress')
    await carryOut(knex, way.barrier)
    expect(codeOf(await request(way, id, { deviceId: way.lot }))).toBe('operations-exceeded')
  })

  it('stay within the limit: of twenty requests at once one is issued [CTRL-4] [CTRL-8]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way, { rules: { entryLimit: 1 } })
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(way, id, { deviceId: way.lot })))
    const codes = answers.map(codeOf)
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1)
    expect(codes.filter((code) => code === 'run-in-progress')).toHaveLength(19)
    expect(await used(id)).toEqual([1, 0])
    expect(await commanded(way)).toEqual([way.lot])
  })

  it.each([
    {
      when: 'the gateway did not take it',
      happen: (way: Way) => send(knex, way.lot).then(() => dontTake(knex, way.lot, 'replayed')),
      back: true,
      next: 'too-fast',
    },
    { when: 'it never left', happen: (way: Way) => letExpire(knex, way.lot), back: true, next: 'ok' },
    {
      when: 'the device refused it',
      happen: (way: Way) => answer(knex, way.lot, 'refused', 'obstructed'),
      back: true,
      next: 'too-fast',
    },
    {
      when: 'the device failed',
      happen: (way: Way) => answer(knex, way.lot, 'failed', 'motor-blocked'),
      back: false,
      next: 'too-fast',
    },
    {
      when: 'nobody knows',
      happen: (way: Way) => send(knex, way.lot).then(() => letExpire(knex, way.lot)),
      back: false,
      next: 'too-fast',
    },
  ])('when $when: given back $back [CTRL-4]', async ({ happen, back, next }) => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way, { rules: { entryLimit: 2 } })
    const runId = runOf(await request(way, id, { deviceId: way.lot }))
    await happen(way)
    // The next request advances the run by itself, and counts with the opening that was given back.
    expect(codeOf(await request(way, id, { deviceId: way.lot }))).toBe(next)
    expect(await runRow(runId)).toMatchObject({ state: 'stopped', given_back: back })
    expect(await used(id)).toEqual([back && next !== 'ok' ? 0 : 1, 0])
    expect(await runRow(runId)).toMatchObject({ counts_as: 'entry' })
  })

  it('are not counted when the first device is refused, which the command log explains [CTRL-6] [CTRL-8]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    await knex('device_states').where({ device_id: way.barrier }).update({ reachable: false })
    const given = await request(way, id)
    expect(given).toMatchObject({ ok: false, refusal: { code: 'device-unreachable' } })
    expect(await used(id)).toEqual([0, 0])
    expect(await knex('control_runs').where({ reservation_id: id })).toEqual([])
    expect(await refusedOf(way)).toMatchObject([
      { allowed_by: 'reservation', user_id: way.userId, reservation_id: id, reason: 'device-unreachable' },
    ])
    const cut = { ...way, context: testContext(knex, way.context.handlers, { linked: false }) }
    await knex('device_states').where({ device_id: way.barrier }).update({ reachable: true })
    expect(codeOf(await request(cut, id))).toBe('gateway-unreachable')
  })
})

describe('when a reservation opens', () => {
  it.each([
    ['16 minutes before', 'reservation-not-begun', { from: 16, until: 60, rules: { prebookMinMinutes: 15 } }],
    ['14 minutes before', 'ok', { from: 14, until: 60, rules: { prebookMinMinutes: 15 } }],
    ['14 minutes before, bookable', 'reservation-not-begun', { from: 14, until: 60, rules: { prebookMinMinutes: 14 } }],
    ['after its end', 'reservation-over', { from: -60, until: -1 }],
    ['after it was cancelled', 'reservation-not-reserved', { head: { state: 'STORNO' }, beside: [] }],
  ] as const)('%s: %s [CTRL-2]', async (_, code, stay) => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way, stay)
    expect(codeOf(await request(way, id, { deviceId: way.lot }))).toBe(code)
  })

  it('not early while somebody else has the place, but early from one part of a stay to the next [CTRL-2]', async () => {
    const way = await makeWay(knex)
    const rules = { prebookMinMinutes: 15 }
    const before = await reserve(knex, way, { from: -50, until: 10, beside: [] })
    const id = await reserve(knex, way, { from: 10, until: 60, rules })
    expect(codeOf(await request(way, id, { deviceId: way.lot }))).toBe('reservation-not-begun')
    expect(codeOf(await request(way, id, { deviceId: way.door }))).toBe('ok')
    await dontTake(knex, way.door, 'unknown-device')
    await knex('reservations').where({ id }).update({ follows_id: before })
    expect(codeOf(await request(way, id, { deviceId: way.lot }))).toBe('ok')
  })

  it('a command that arrives too late is refused, and so is one with too long a deadline [CTRL-8]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    const at = (ms: number) => new Date(Date.now() + ms).toISOString()
    expect(codeOf(await request(way, id, { validUntil: at(-1) }))).toBe('command-too-late')
    expect(await request(way, id, { validUntil: at(90_000) })).toMatchObject({
      refusal: { code: 'bad-input', fields: [{ path: 'validUntil' }] },
    })
    expect(await commanded(way)).toEqual([])
    expect(codeOf(await request(way, id, { validUntil: at(20_000) }))).toBe('ok')
  })
})
