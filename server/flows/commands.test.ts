import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Change } from '../../contract/changes.ts'
import { command, devices } from '../../contract/control.ts'
import type { DeviceCommandView, DeviceView, MalfunctionView } from '../../contract/devices.ts'
import { acknowledge, device as deviceWatch, malfunctions } from '../../contract/insight.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { type Simulator, startSimulator } from '../../telemetry/simulator/start.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person, signIn, type Watched } from '../testing/person.ts'
import { simulated } from '../testing/simulated.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let portal: RunningPortal
let simulator: Simulator
let rm: Person
let remote: Watched

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: 8 })
  // Before anybody watches: a company's products change what its people see.
  await db.knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'LPR'`,
    [world.tenants.own],
  )
  portal = await startPortal({ databaseUrl: db.url })
  const typeOf = (place: number) => (place % 2 ? 'PARKING_LOT' : 'BIKE_BOX')
  const config = simulated(world.own.gateway, { typeOf, moveMs: 300 })
  simulator = startSimulator({ url: `http://127.0.0.1:${portal.port}`, gateways: [config] })
  await simulator.connected()
  rm = await connectPerson(portal.url, await signIn(portal.url, 'rm', world.password))
  remote = await rm.watch(devices, {})
  await vi.waitFor(() =>
    expect([...remote.rows.values()].filter((row) => view(row).status !== 'undefined')).toHaveLength(8),
  )
})
afterAll(async () => {
  rm?.close()
  await simulator?.stop()
  await portal?.end()
  await db?.close()
})

const view = (change: Change | undefined): DeviceView => change?.view as DeviceView
const box = (index: number) => world.own.gateway.devices[index] ?? { id: 0, hardwareId: '' }
const shown = (index: number): DeviceView => view(remote.rows.get(`device:${box(index).id}`))
const give = (
  index: number,
  action: 'open' | 'close' | 'refresh' | 'recalibrate' | 'reboot',
  more: object = {},
  id = randomUUID(),
) => rm.command(command, { deviceId: box(index).id, action, ...more }, id)
/** Waits out the pause that a device gets between two movements. */
async function giveAfterPause(...args: Parameters<typeof give>): ReturnType<typeof give> {
  let answer = await give(...args)
  await expect
    .poll(
      async () => {
        if (!answer.ok && answer.refusal.code === 'too-fast') answer = await give(...args)
        return answer.ok ? 'ok' : answer.refusal.code
      },
      { interval: 200 },
    )
    .not.toBe('too-fast')
  return answer
}
const stateOf = (deviceCommandId: string, index: number) =>
  shown(index).deviceCommand?.id === deviceCommandId ? shown(index).deviceCommand?.state : undefined
const deviceCommandRow = async (id: string) =>
  (await db.knex('device_commands').where({ id }).first()) as {
    state: string
    reason: string | null
    user_id: number
    allowed_by: string
    late: boolean
  }

describe('a command', () => {
  it('opens the door, and only the report of the device says so [CTRL-1] [CTRL-8]', async () => {
    const watched = await rm.watch(deviceWatch, { deviceId: box(0).id })
    const answer = await give(0, 'open')
    if (!answer.ok) throw new Error(answer.refusal.code)
    expect(answer.reply.supportCode).toMatch(/^HF-/)
    await expect.poll(() => stateOf(answer.reply.deviceCommandId, 0)).toBe('confirmed')
    expect(shown(0)).toMatchObject({ doorState: 'open', requested: 'open', confirmed: 'open' })
    const steps = [...watched.rows.values()].find((row) => row.kind === 'deviceCommand')?.view as DeviceCommandView
    expect(steps).toMatchObject({ state: 'confirmed', by: 'Test rm', allowedBy: 'operator', reason: null })
    expect([steps.issuedAt, steps.sentAt ?? '', steps.takenAt ?? '', steps.settledAt ?? ''].every(Boolean)).toBe(true)
    expect(await deviceCommandRow(answer.reply.deviceCommandId)).toMatchObject({
      state: 'confirmed',
      user_id: world.users.rm.id,
      allowed_by: 'operator',
      late: false,
    })
    expect(await give(0, 'open')).toMatchObject({
      ok: false,
      refusal: { code: expect.stringMatching(/already-in-state|too-fast/) },
    })
  })

  it('refresh, recalibrate and reboot are answered by the device [CTRL-1]', async () => {
    for (const action of ['refresh', 'recalibrate', 'reboot'] as const) {
      const answer = await give(1, action)
      if (!answer.ok) throw new Error(`${action}: ${answer.refusal.code}`)
      await expect.poll(() => stateOf(answer.reply.deviceCommandId, 1)).toBe('confirmed')
    }
  })

  it('sent twice with one id moves the device once [CTRL-8]', async () => {
    const before = simulator.stats().orders
    const id = randomUUID()
    const [first, second] = await Promise.all([give(2, 'open', {}, id), give(2, 'open', {}, id)])
    expect(first).toEqual(second)
    if (!first.ok) throw new Error(first.refusal.code)
    await expect.poll(() => stateOf(first.reply.deviceCommandId, 2)).toBe('confirmed')
    expect(simulator.stats().orders).toBe(before + 1)
    expect(await db.knex('device_commands').where({ device_id: box(2).id })).toHaveLength(1)
  })

  it('of two people at once one wins, the other is told [CTRL-8]', async () => {
    const answers = await Promise.all([give(4, 'open'), give(4, 'open')])
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.find((answer) => !answer.ok)).toMatchObject({
      refusal: { code: expect.stringMatching(/command-in-flight|too-fast/) },
    })
  })

  it('a jammed device fails with its reason; the support code finds the command [CTRL-5]', async () => {
    simulator.fault(box(6).hardwareId, 'jam')
    const answer = await give(6, 'open')
    if (!answer.ok) throw new Error(answer.refusal.code)
    await expect.poll(() => stateOf(answer.reply.deviceCommandId, 6)).toBe('failed')
    const row = await db.knex('device_commands').where({ support_code: answer.reply.supportCode }).first()
    expect(row).toMatchObject({ id: answer.reply.deviceCommandId, state: 'failed', reason: 'jammed' })
    simulator.fault(box(6).hardwareId, 'ok')
  })

  it('a device that does not update in time fails, is a malfunction, and is settled late when it does [CTRL-5] [GW-4]', async () => {
    const open = await rm.watch(malfunctions, {})
    simulator.fault(world.own.gateway.hardwareId, 'lie')
    const answer = await giveAfterPause(6, 'open', { timeoutSeconds: 5 })
    if (!answer.ok) throw new Error(answer.refusal.code)
    await expect.poll(() => stateOf(answer.reply.deviceCommandId, 6)).toBe('failed')
    expect(await deviceCommandRow(answer.reply.deviceCommandId)).toMatchObject({ reason: 'not-in-time' })
    const mine = () =>
      [...open.rows.values()]
        .map((row) => row.view as MalfunctionView | null)
        .filter((item) => item?.device?.id === box(6).id)
    await expect.poll(() => mine().map((item) => item?.kind)).toContain('not-responding')
    const malfunctionId = mine()[0]?.id ?? 0
    expect(await rm.command(acknowledge, { malfunctionId })).toMatchObject({ ok: true })
    expect(await rm.command(acknowledge, { malfunctionId })).toMatchObject({
      ok: false,
      refusal: { code: 'already-acknowledged' },
    })
    await expect.poll(() => mine()[0]?.acknowledgedBy).toBe('Test rm')
    simulator.fault(world.own.gateway.hardwareId, 'ok')
    const again = await giveAfterPause(6, 'open')
    if (!again.ok) throw new Error(again.refusal.code)
    await expect.poll(() => mine()).toEqual([])
  })

  it('without a link it is refused at once and nothing opens later [CTRL-6]', async () => {
    simulator.fault(world.own.gateway.hardwareId, 'offline')
    await expect.poll(() => shown(3).gateway.linked).toBe(false)
    const before = simulator.stats().orders
    expect(await give(3, 'open')).toMatchObject({ ok: false, refusal: { code: 'gateway-unreachable' } })
    simulator.fault(world.own.gateway.hardwareId, 'ok')
    await expect.poll(() => shown(3).gateway.linked).toBe(true)
    await simulator.drained()
    expect(simulator.stats().orders).toBe(before)
    expect(shown(3).doorState ?? shown(3).status).not.toBe('open')
    const kept = await db.knex('device_commands').where({ device_id: box(3).id, state: 'refused' })
    expect(kept).toMatchObject([{ reason: 'gateway-unreachable', user_id: world.users.rm.id }])
  })

  it('under maintenance it needs Control anyway, which the command log keeps [CTRL-6]', async () => {
    await db.knex('maintenance_periods').insert({
      device_id: box(3).id,
      scope: 'device',
      reason: 'Paint',
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 3_600_000),
    })
    expect(await give(3, 'refresh')).toMatchObject({ ok: false, refusal: { code: 'under-maintenance' } })
    const answer = await give(3, 'refresh', { anyway: true, note: 'The painter is stuck' })
    if (!answer.ok) throw new Error(answer.refusal.code)
    expect(await db.knex('device_commands').where({ id: answer.reply.deviceCommandId }).first()).toMatchObject({
      anyway: true,
      note: 'The painter is stuck',
    })
  })

  it('the link cut while a command is on its way ends in one outcome, and nothing moves later [CTRL-8]', async () => {
    simulator.fault(world.own.gateway.hardwareId, 'slow')
    const answer = await give(5, 'close', { timeoutSeconds: 5 })
    const opened = answer.ok ? answer : await give(5, 'open', { timeoutSeconds: 5 })
    if (!opened.ok) throw new Error(opened.refusal.code)
    simulator.fault(world.own.gateway.hardwareId, 'offline')
    const { deviceCommandId } = opened.reply
    await expect
      .poll(async () => (await deviceCommandRow(deviceCommandId)).state)
      .toMatch(/^(unknown|failed|confirmed|expired)$/)
    simulator.fault(world.own.gateway.hardwareId, 'ok')
    await expect.poll(() => shown(5).gateway.linked).toBe(true)
    await simulator.drained()
    expect(['unknown', 'failed', 'confirmed', 'expired']).toContain((await deviceCommandRow(deviceCommandId)).state)
    await expect.poll(() => db.knex('device_commands').whereIn('state', ['queued', 'sent', 'taken'])).toEqual([])
  })
})

describe('what opens by itself', () => {
  it('a plate that the camera reads twice opens the place of its reservation, within seconds [GW-8] [CTRL-8]', async () => {
    const place = box(7)
    const { id: userId } = world.users.visitor
    await db.knex('reservations').insert({
      user_id: userId,
      site_id: world.own.siteId,
      device_id: place.id,
      starts_at: new Date(Date.now() - 3_600_000),
      ends_at: new Date(Date.now() + 3_600_000),
      state: 'RESERVED',
      reserved_at: new Date(),
      licence_plate: 'DD-HF 2026',
      rules: JSON.stringify({ lprEnabled: true, tenantId: world.tenants.own }),
    })
    const opened = () =>
      db.knex('device_commands').where({ device_id: place.id }).select('allowed_by', 'state', 'user_id')
    simulator.act(place.hardwareId, 'plate', 'DD-HF 2O26')
    simulator.act(place.hardwareId, 'plate', 'dd hf 2026')
    await expect.poll(opened).toEqual([{ allowed_by: 'plate', state: 'confirmed', user_id: null }])
    await expect.poll(() => shown(7).status).toBe('free')
    const outcomes = await db.knex('access_events').where({ device_id: place.id }).orderBy('at').pluck('outcome')
    expect(outcomes.slice(0, 2)).toEqual(['no-match', 'no-match'])
    expect(outcomes.slice(2)).toContain('opened')
  })
})

describe('what closes by itself', () => {
  it('is closed by the portal when its time is over, without anybody asking for it [CTRL-7] [CTRL-8]', async () => {
    if (shown(6).doorState === 'open') {
      await giveAfterPause(6, 'close')
      await expect.poll(() => shown(6).doorState).toBe('closed')
    }
    await db
      .knex('devices')
      .where({ id: box(6).id })
      .update({ auto_close_unused_gatetime_s: 2 })
    await giveAfterPause(6, 'open')
    await expect.poll(() => shown(6).doorState).toBe('open')
    await expect.poll(() => shown(6).doorState).toBe('closed')
    const deviceCommands = () =>
      db
        .knex('device_commands')
        .where({ device_id: box(6).id })
        .whereNot({ state: 'refused' })
        .orderBy('issued_at', 'desc')
        .limit(2)
        .select('action', 'allowed_by', 'state')
    await expect.poll(deviceCommands).toEqual([
      { action: 'close', allowed_by: 'schedule', state: 'confirmed' },
      { action: 'open', allowed_by: 'operator', state: 'confirmed' },
    ])
  })
})
