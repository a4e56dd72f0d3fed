import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { commandMany } from '../../contract/control.ts'
import { connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { applyCommandOutcomes } from '../../telemetry/commands/command-outcomes.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { statementsOf } from '../testing/statements.ts'
import { addGateway, makeWorld, type World } from '../testing/world.ts'
import commandManyHandler from './command-many.ts'
import { endSelections } from './command-many-end.ts'
import { type Login, type Operators, operators, replied } from './testing/operators.ts'

let db: TestDatabase
let world: World
let people: Operators
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  people = operators(db.knex, world, { commands: [commandManyHandler] })
})
afterAll(() => db.close())

const send = (login: Login, input: z.input<typeof commandMany.input>, how: { knex?: Knex; linked?: boolean } = {}) =>
  people.send(login, commandMany, input, how)
const own = () => world.own.gateway.devices.map(({ id }) => id)
const runs = () => db.knex('control_runs').orderBy('created_at')
const steps = () => db.knex('control_steps').orderBy('place')

beforeEach(async () => {
  await db.knex('control_steps').delete()
  await db.knex('device_commands').delete()
  await db.knex('control_runs').delete()
  await db.knex('device_states').update({ status: 'free', door_state: 'closed', reachable: true })
})

describe('one command for several devices', () => {
  it('is decided per device; a refusal gives its reason and stops no other [LIVE-3] [CTRL-6]', async () => {
    const [first = 0, second = 0, third = 0] = own()
    await db.knex('device_states').where({ device_id: second }).update({ door_state: 'open' })
    const reply = replied(
      await send('rm', { deviceIds: [third, second, first, third], action: 'open', note: 'airing' }),
    )
    const deviceCommands = await db
      .knex('device_commands')
      .select('id', 'device_id', 'state', 'support_code', 'note', 'run_id', 'checks')
    const deviceCommandOf = (id: number) =>
      deviceCommands.find((deviceCommand: { device_id: number }) => deviceCommand.device_id === id)
    expect(reply).toMatchObject({
      issued: [
        { deviceId: third, deviceCommandId: deviceCommandOf(third).id },
        { deviceId: first, deviceCommandId: deviceCommandOf(first).id },
      ],
      refused: [{ deviceId: second, code: 'already-in-state', supportCode: deviceCommandOf(second).support_code }],
    })
    expect(
      deviceCommands.map((deviceCommand: { run_id: string; note: string }) => [
        deviceCommand.run_id,
        deviceCommand.note,
      ]),
    ).toEqual(Array.from({ length: 3 }, () => [reply.runId, 'airing']))
    expect(deviceCommandOf(second)).toMatchObject({
      checks: { rules: expect.arrayContaining([{ code: 'already-in-state', passed: false }]) as unknown },
    })
    expect(await runs()).toMatchObject([
      { id: reply.runId, kind: 'selection', state: 'running', site_id: world.own.siteId, user_id: world.users.rm.id },
    ])
    expect(await steps()).toMatchObject([
      { place: 1, device_id: third, state: 'issued', device_command_id: deviceCommandOf(third).id, reason: null },
      {
        place: 2,
        device_id: second,
        state: 'failed',
        device_command_id: deviceCommandOf(second).id,
        reason: 'already-in-state',
      },
      { place: 3, device_id: first, state: 'issued', device_command_id: deviceCommandOf(first).id, reason: null },
    ])
  })

  it('goes to the gateway that the device has at the time of the decision, not of the request [CTRL-1]', async () => {
    const [moved = 0] = own()
    const other = await addGateway(db.knex, world.own.siteId, 'GW-other', 1)
    await db.knex('device_states').update({ status: 'free', door_state: 'closed', reachable: true })
    const edit = await db.knex.transaction()
    await lockDevices(edit, [moved])
    await edit('devices').where({ id: moved }).update({ gateway_id: other.id, hardware_id: 'D-900' })
    const answer = send('rm', { deviceIds: [moved, other.devices[0]?.id ?? 0], action: 'open' })
    const waiting = () => db.knex.raw<{ rows: object[] }>('select from pg_locks where not granted')
    await expect.poll(async () => (await waiting()).rows.length).toBeGreaterThan(0)
    await edit.commit()
    expect(replied(await answer).issued).toHaveLength(2)
    expect(await db.knex('device_commands').distinct('gateway_id')).toEqual([{ gateway_id: other.id }])
    await db.knex('devices').where({ id: moved }).update({ gateway_id: world.own.gateway.id, hardware_id: 'D-001' })
    await db.knex('control_steps').delete()
    await db.knex('device_commands').delete()
    await db.knex('devices').where({ gateway_id: other.id }).delete()
  })

  it('is not found and does nothing if one of the devices is foreign, retired or unknown [CTRL-1]', async () => {
    for (const strange of [world.foreign.gateway.devices[0]?.id ?? 0, 2_000_000_000])
      expect(await send('rm', { deviceIds: [...own(), strange], action: 'open' })).toEqual({
        ok: false,
        refusal: { code: 'not-found' },
      })
    expect([await db.knex('device_commands'), await runs()]).toEqual([[], []])
    const both = replied(
      await send('admin', { deviceIds: [...own(), world.foreign.gateway.devices[0]?.id ?? 0], action: 'open' }),
    )
    expect(both.issued).toHaveLength(4)
    expect(await runs()).toMatchObject([{ site_id: null }])
  })

  it('ends at once when nothing could be commanded, and logs every refusal [CTRL-8]', async () => {
    const reply = replied(await send('rm', { deviceIds: own(), action: 'open' }, { linked: false }))
    expect(reply.refused.map(({ code }) => code)).toEqual(Array.from({ length: 3 }, () => 'gateway-unreachable'))
    expect(await runs()).toMatchObject([{ state: 'done', ended_at: expect.any(Date) as Date }])
  })

  it('ends with the last of its commands; each step ends like its command [LIVE-3]', async () => {
    const [first = 0, second = 0] = own()
    const { issued } = replied(await send('rm', { deviceIds: [first, second], action: 'open' }))
    expect(await endSelections(db.knex)).toBe(0)
    const at = new Date()
    await db.knex('device_commands').update({ state: 'sent', sent_at: at })
    const word = (index: number) => ({ ...issued[index], gatewayId: world.own.gateway.id, at }) as never
    await db.knex.transaction((trx) =>
      applyCommandOutcomes(
        trx,
        { answers: [{ ...(word(0) as object), result: 'refused', reason: 'local-lock' } as never], reports: [] },
        at,
      ),
    )
    expect(await endSelections(db.knex)).toBe(0)
    expect(await steps()).toMatchObject([{ state: 'failed', reason: 'local-lock' }, { state: 'issued' }])
    const report = { deviceId: second, at: new Date(at.getTime() + 500), status: 'free', doorState: 'open' } as const
    await db.knex.transaction((trx) => applyCommandOutcomes(trx, { answers: [], reports: [report] }, report.at))
    expect(await endSelections(db.knex)).toBe(1)
    expect(await steps()).toMatchObject([{ state: 'failed' }, { state: 'done', reason: null }])
    expect(await runs()).toMatchObject([{ state: 'done' }])
    expect(await endSelections(db.knex)).toBe(0)
  })

  it('commands 2,000 devices of ten gateways in a few statements, with the connections and limits of people [LIVE-3]', async () => {
    const ids: number[] = []
    for (let gateway = 0; gateway < 10; gateway += 1)
      ids.push(...(await addGateway(db.knex, world.own.siteId, `BIG-${gateway}`, 200)).devices.map(({ id }) => id))
    await db.knex('device_states').whereIn('device_id', ids).update({ status: 'free', door_state: 'closed' })
    await db.knex('device_states').where({ device_id: ids[7] }).update({ door_state: 'open' })
    const few = connect(db.url, { max: 2, name: 'people', queryTimeoutMs: 4_000 })
    try {
      const statements = await statementsOf(few, async () => {
        const reply = replied(await send('rm', { deviceIds: ids, action: 'open' }, { knex: few }))
        expect([reply.issued.length, reply.refused.length]).toEqual([1_999, 1])
      })
      expect(statements).toBeLessThan(60)
    } finally {
      await few.destroy()
    }
    expect(await db.knex('device_commands').where({ state: 'queued' }).distinct('gateway_id')).toHaveLength(10)
  })
})
