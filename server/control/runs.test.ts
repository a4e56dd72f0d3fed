import type { Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { advanceRun } from './advance-run.ts'
import { createRuns } from './advance-runs.ts'
import { answer, carryOut, dontTake, letExpire, report, send, take } from './testing/gateway.ts'
import { codeOf, link, makeWay, request, requestAsGuest, reserve, runOf, type Way } from './testing/way.ts'

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
const stepStates = (id: string): Promise<string[]> =>
  knex('control_steps').where({ run_id: id }).orderBy('place').pluck<string[]>('state')
const stepDevices = (id: string): Promise<number[]> =>
  knex('control_steps').where({ run_id: id }).orderBy('place').pluck<number[]>('device_id')
const used = async (id: number) => {
  const row = await knex('reservations')
    .where({ id })
    .first<{ entries_used: number; exits_used: number }>('entries_used', 'exits_used')
  return [row.entries_used, row.exits_used]
}
/** Ends the pause of the waiting step. */
const skipPause = (runId: string) =>
  knex('control_steps')
    .where({ run_id: runId, state: 'waiting' })
    .whereNotNull('due_at')
    .update({ due_at: new Date(Date.now() - 1) })
const advance = (way: Way, runId: string) => advanceRun(knex, way.context, runId)
const commanded = async (way: Way) =>
  (
    await knex('device_commands')
      .where({ gateway_id: way.gatewayId })
      .whereNot({ state: 'refused' })
      .whereNotNull('run_id')
      .orderBy(['issued_at', 'version'])
  ).map((row: { device_id: number }) => row.device_id)
const refusedOf = (way: Way) =>
  knex('device_commands').where({ gateway_id: way.gatewayId, state: 'refused' }).orderBy('issued_at').select('*')

describe('a run over the way of a reservation', () => {
  it('leaves the exit shut on the way in; opens it when it is named [CTRL-3]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    await knex('barriers').where({ device_id: way.barrier }).update({ type: 'exit' })
    const runId = runOf(await request(way, id))
    expect(await stepDevices(runId)).toEqual([way.door, way.lot])
    await carryOut(knex, way.door)
    await advance(way, runId)
    await carryOut(knex, way.lot)
    await advance(way, runId)
    expect(await stepDevices(runOf(await request(way, id, { deviceId: way.barrier })))).toEqual([way.barrier])
  })

  it('moves path −1 and its own path by ascending sequence number, each after the pause of the previous one [CTRL-3]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way, { beside: [way.door, way.barrier, way.elsewhere] })
    const runId = runOf(await request(way, id))
    expect(await stepDevices(runId)).toEqual([way.barrier, way.door, way.lot])
    expect(await commanded(way)).toEqual([way.barrier])
    await carryOut(knex, way.barrier)
    const due = await advance(way, runId)
    expect(due).not.toBeNull()
    expect(due).toBeLessThanOrEqual(300)
    const { settled_at: moved } = (await knex('device_commands')
      .where({ device_id: way.barrier })
      .first('settled_at')) as {
      settled_at: Date
    }
    const next = (await knex('control_steps')
      .where({ run_id: runId, state: 'waiting' })
      .orderBy('place')
      .first('due_at')) as {
      due_at: Date
    }
    expect(next.due_at.getTime()).toBe(moved.getTime() + 300)
    expect(await commanded(way)).toEqual([way.barrier])
    await skipPause(runId)
    expect(await advance(way, runId)).toBeNull()
    expect(await commanded(way)).toEqual([way.barrier, way.door])
    await carryOut(knex, way.door)
    await skipPause(runId)
    await advance(way, runId)
    await carryOut(knex, way.lot)
    await advance(way, runId)
    expect(await stepStates(runId)).toEqual(['done', 'done', 'done'])
    expect(await runRow(runId)).toMatchObject({ state: 'done', counts_as: 'entry', given_back: false })
    expect(await used(id)).toEqual([1, 0])
  })

  it('orders equal sequence numbers by id, and opens a device of another path only when it is named alone [CTRL-3]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way, { beside: [way.door, way.barrier, way.elsewhere] })
    await knex('devices').whereIn('id', [way.barrier, way.door, way.lot]).update({ sequence_number: 7 })
    const runId = runOf(await request(way, id))
    expect(await stepDevices(runId)).toEqual([way.barrier, way.door, way.lot].sort((a, b) => a - b))
    await dontTake(knex, way.barrier, 'unknown-device')
    const alone = runOf(await request(way, id, { deviceId: way.elsewhere }))
    expect(await stepDevices(alone)).toEqual([way.elsewhere])
  })

  it('skips what is already open, at the beginning and later, but refuses when nothing is left to do [CTRL-2] [CTRL-3]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    await report(knex, way.barrier, 'open')
    const runId = runOf(await request(way, id))
    expect(await stepStates(runId)).toEqual(['skipped', 'issued', 'waiting'])
    await carryOut(knex, way.door)
    await report(knex, way.lot, 'open')
    await advance(way, runId)
    await advance(way, runId)
    expect(await stepStates(runId)).toEqual(['skipped', 'done', 'skipped'])
    expect(await runRow(runId)).toMatchObject({ state: 'done' })
    const before = await used(id)
    expect(codeOf(await request(way, id))).toBe('already-in-state')
    expect(codeOf(await request(way, id, { deviceId: way.lot }))).toBe('already-in-state')
    expect(await used(id)).toEqual(before)
    expect(await refusedOf(way)).toMatchObject([
      { reason: 'already-in-state', reservation_id: id, run_id: null },
      { reason: 'already-in-state', reservation_id: id, run_id: null },
    ])
  })

  it('skips devices without the capability [CTRL-3]', async () => {
    const way = await makeWay(knex)
    const sensor = await insert(knex, 'device_types', {
      type: `SENSOR_${way.siteId}`,
      display_name: 'Sensor',
      plural_name: 'Sensors',
      controls: ['refresh'],
    })
    await knex('devices').where({ id: way.door }).update({ device_type_id: sensor })
    const id = await reserve(knex, way)
    expect(await stepDevices(runOf(await request(way, id)))).toEqual([way.barrier, way.lot])
    await dontTake(knex, way.barrier, 'unknown-device')
    expect(codeOf(await request(way, id, { deviceId: way.door }))).toBe('action-not-supported')
  })

  it.each([
    ['the device could not', (way: Way) => answer(knex, way.door, 'failed', 'motor-blocked'), 'motor-blocked'],
    [
      'no report came',
      async (way: Way) => {
        await send(knex, way.door)
        await take(knex, way.door)
        await letExpire(knex, way.door)
      },
      'not-in-time',
    ],
    [
      'nobody knows',
      async (way: Way) => {
        await send(knex, way.door)
        await letExpire(knex, way.door)
      },
      'not-in-time',
    ],
  ] as const)(
    'stops where %s, and says where; later devices are not reached [CTRL-3] [CTRL-5]',
    async (_, fail, reason) => {
      const way = await makeWay(knex)
      const id = await reserve(knex, way)
      const runId = runOf(await request(way, id))
      await carryOut(knex, way.barrier)
      await advance(way, runId)
      await skipPause(runId)
      await advance(way, runId)
      await fail(way)
      await advance(way, runId)
      expect(await stepStates(runId)).toEqual(['done', 'failed', 'not-reached'])
      expect(await runRow(runId)).toMatchObject({
        state: 'stopped',
        reason,
        stopped_at_device_id: way.door,
        given_back: false,
      })
      // A late report of the device changes its command, not the run.
      await report(knex, way.door, 'open', new Date(Date.now() + 2))
      await advance(way, runId)
      expect(await runRow(runId)).toMatchObject({ state: 'stopped', reason })
      expect(await commanded(way)).toEqual([way.barrier, way.door])
      expect(await used(id)).toEqual([1, 0])
    },
  )

  it('excludes a second one, which is refused until the first has ended [CTRL-8]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    const first = runOf(await request(way, id, { deviceId: way.barrier }))
    expect(codeOf(await request(way, id, { deviceId: way.door }))).toBe('run-in-progress')
    await carryOut(knex, way.barrier)
    // Nobody has advanced it yet: the next request does.
    expect(codeOf(await request(way, id, { deviceId: way.door }))).toBe('ok')
    expect(await runRow(first)).toMatchObject({ state: 'done' })
    const foreign = await makeWay(knex)
    expect(codeOf(await request(way, id, { deviceId: foreign.lot }))).toBe('device-not-yours')
    expect(codeOf(await request(foreign, id))).toBe('not-found')
  })

  it('waits two seconds after a device moved, and stops when it is too late to go on [CTRL-8]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    const runId = runOf(await request(way, id))
    await carryOut(knex, way.barrier)
    await advance(way, runId)
    const sentAt = new Date(Date.now() - 500)
    await knex('device_commands').insert({
      device_id: way.door,
      gateway_id: way.gatewayId,
      action: 'close',
      allowed_by: 'schedule',
      state: 'confirmed',
      support_code: `HF-WAY-${way.siteId}`,
      sent_at: sentAt,
      settled_at: new Date(),
      deadline: new Date(Date.now() + 15_000),
    })
    await skipPause(runId)
    const due = await advance(way, runId)
    expect(due).not.toBeNull()
    expect(due).toBeLessThanOrEqual(2_000)
    const dueAt = (await knex('control_steps').where({ run_id: runId, place: 2 }).first('due_at')) as { due_at: Date }
    expect(dueAt.due_at.getTime()).toBeGreaterThanOrEqual(sentAt.getTime() + 1_990)
    expect(dueAt.due_at.getTime()).toBeLessThan(sentAt.getTime() + 2_500)
    expect(await stepStates(runId)).toEqual(['done', 'waiting', 'waiting'])
    await knex('control_steps')
      .where({ run_id: runId, place: 2 })
      .update({ due_at: new Date(Date.now() - 16_000) })
    await advance(way, runId)
    expect(await runRow(runId)).toMatchObject({ state: 'stopped', reason: 'command-too-late' })
    expect(await commanded(way)).toEqual([way.barrier])
  })
})

describe('losing the right in the middle of a run', () => {
  it.each([
    [
      'it is cancelled',
      'reservation-not-reserved',
      (_: Way, id: number) => knex('reservations').where({ id }).orWhere({ parent_id: id }).update({ state: 'STORNO' }),
    ],
    [
      'it is over',
      'reservation-over',
      (_: Way, id: number) =>
        knex('reservations')
          .where({ id })
          .orWhere({ parent_id: id })
          .update({ ends_at: new Date(Date.now() - 1) }),
    ],
    [
      'the person is blocked',
      'user-blocked',
      (way: Way) => knex('blocked_users').insert({ user_id: way.userId, zone_id: way.zoneId, block_reason: 'x' }),
    ],
    [
      'maintenance begins',
      'under-maintenance',
      (way: Way) =>
        knex('maintenance_periods').insert({
          scope: 'device',
          device_id: way.door,
          reason: 'x',
          starts_at: new Date(Date.now() - 1),
        }),
    ],
    [
      'the device is another one',
      'device-not-yours',
      (way: Way, id: number) => knex('reservations').where({ parent_id: id, device_id: way.door }).delete(),
    ],
  ] as const)('%s: the run stops with %s, and nothing more moves [CTRL-2] [CTRL-6]', async (_, reason, happen) => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    const runId = runOf(await request(way, id))
    await carryOut(knex, way.barrier)
    await advance(way, runId)
    await knex.transaction(async () => happen(way, id))
    await skipPause(runId)
    await advance(way, runId)
    expect(await runRow(runId)).toMatchObject({ state: 'stopped', reason, stopped_at_device_id: way.door })
    expect(await stepStates(runId)).toEqual(['done', 'failed', 'not-reached'])
    expect(await commanded(way)).toEqual([way.barrier])
  })

  it('a guest’s link is revoked: the run stops, and further requests are refused [TICK-1] [TICK-3]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    const token = await link(knex, id)
    const runId = runOf(await requestAsGuest(way, token))
    await carryOut(knex, way.barrier)
    await advance(way, runId)
    await knex('tokens').where({ reservation_id: id }).update({ revoked_at: new Date() })
    await skipPause(runId)
    await advance(way, runId)
    expect(await runRow(runId)).toMatchObject({ state: 'stopped', reason: 'eticket-invalid' })
    expect(codeOf(await requestAsGuest(way, token))).toBe('eticket-invalid')
    expect(await commanded(way)).toEqual([way.barrier])
  })

  it('the process dies: another one continues it, once, from the state in the database [CTRL-3] [CTRL-8]', async () => {
    const way = await makeWay(knex)
    const id = await reserve(knex, way)
    const runId = runOf(await request(way, id))
    await carryOut(knex, way.barrier)
    const worker = () => createRuns({ knex, link: way.context.link, log: way.context.log })
    const workers = [worker(), worker(), worker()]
    await Promise.all(workers.map((each) => each.sweep()))
    await skipPause(runId)
    await Promise.all(workers.map((each) => each.sweep()))
    expect(await commanded(way)).toEqual([way.barrier, way.door])
    await carryOut(knex, way.door)
    await Promise.all(workers.map((each) => each.moved([runId, runId])))
    await skipPause(runId)
    await Promise.all(workers.map((each) => each.sweep()))
    expect(await commanded(way)).toEqual([way.barrier, way.door, way.lot])
    await carryOut(knex, way.lot)
    await Promise.all(workers.map((each) => each.sweep()))
    expect(await runRow(runId)).toMatchObject({ state: 'done' })
    expect(await used(id)).toEqual([1, 0])
    for (const each of workers) await each.stop()
  })
})
