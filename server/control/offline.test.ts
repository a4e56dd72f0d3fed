import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ReservationsFrame } from '../../contract/gateway.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { startPortal, type TestPortal } from '../../telemetry/commands/testing/portal.ts'
import { type Simulator, startSimulator } from '../../telemetry/simulator/start.ts'
import { runCommand } from '../kernel/bus/dispatch.ts'
import { openSession, testContext } from '../testing/context.ts'
import { simulated } from '../testing/simulated.ts'
import { makeWorld, type World } from '../testing/world.ts'
import deviceCommand from './command.ts'

const boxes = Number(process.env['T22_BOXES'] ?? 40)
/** How long the gateway stays away each time; the long form waits for real. */
const awaySeconds = (process.env['T22_AWAY_SECONDS'] ?? '0,0,0').split(',').map(Number)
const folder = mkdtempSync(join(tmpdir(), 'holdfast-offline-'))
const memoryFile = join(folder, 'memory.json')
const soon = <T>(claim: () => T | Promise<T>) => vi.waitFor(claim)
let db: TestDatabase
let world: World
let portal: TestPortal
let simulator: Simulator
let session: Buffer
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex, { devices: boxes })
  const { gateway } = world.own
  const type = await db.knex('device_types').where({ type: 'BIKE_BOX' }).first<{ id: number }>('id')
  await db.knex('devices').where({ gateway_id: gateway.id }).update({ device_type_id: type.id })
  await db.knex('gateways').where({ id: gateway.id }).update({ allow_offline_caching: true })
  portal = await startPortal(db.knex)
  const config = simulated(gateway, { typeOf: () => 'BIKE_BOX', moveMs: 20 })
  simulator = startSimulator({ url: portal.url, gateways: [config], memoryFile })
  await simulator.connected()
  await soon(async () => expect(await db.knex('device_states').where({ status: 'free' })).toHaveLength(boxes))
  session = await openSession(db.knex, world.users.rm.id)
})
afterAll(async () => {
  await simulator.stop()
  await portal.stop()
  await db.close()
  rmSync(folder, { recursive: true })
})

const box = (n: number) => world.own.gateway.devices[n] ?? { id: 0, hardwareId: '' }
const openBoxes = () =>
  world.own.gateway.devices.filter(({ hardwareId }) => simulator.device(hardwareId).door() === 'open')
async function open(n: number): Promise<string> {
  const handlers = {
    commands: new Map([[deviceCommand.def.name, deviceCommand]]),
    queries: new Map(),
    watches: new Map(),
  }
  const context = { ...testContext(db.knex, handlers), link: portal.link }
  const input = { deviceId: box(n).id, action: 'open' }
  const answer = await runCommand(context, session, { id: randomUUID(), name: deviceCommand.def.name, input })
  if (!answer.ok) return answer.refusal.code
  await portal.link.dispatch(world.own.gateway.id)
  return 'ok'
}
/** The reservations that a gateway caches. */
function heldBy(hardwareId: string): number[] {
  const memory = JSON.parse(readFileSync(memoryFile, 'utf8')) as Record<string, { reservations?: ReservationsFrame }>
  return memory[hardwareId]?.reservations?.reservations.map(({ id }) => id) ?? []
}
const uplink = (state: 'on' | 'off') => simulator.act(world.own.gateway.hardwareId, 'uplink', state)
async function back(): Promise<void> {
  uplink('on')
  await simulator.connected()
  await soon(async () => expect(await portal.link.linked(world.own.gateway.id)).toBe(true))
  await portal.link.dispatchPending()
  await simulator.drained()
}

describe('a gateway without uplink', () => {
  it('refuses commands, and opens nothing later, however often it returns [CTRL-6] [GW-2]', async () => {
    expect(await open(0)).toBe('ok')
    await soon(() => expect(openBoxes()).toHaveLength(1))
    const taken = simulator.stats().orders
    uplink('off')
    await soon(async () => expect(await portal.link.linked(world.own.gateway.id)).toBe(false))
    for (let n = 1; n < boxes; n += 1) {
      expect(await open(n)).toBe('gateway-unreachable')
    }
    for (const seconds of awaySeconds) {
      await wait(seconds * 1_000)
      await back()
      expect(openBoxes()).toHaveLength(1)
      uplink('off')
    }
    await back()
    expect(openBoxes().map(({ id }) => id)).toEqual([box(0).id])
    expect(simulator.stats().orders).toBe(taken)
    const refused = await db
      .knex('device_commands')
      .where({ state: 'refused', reason: 'gateway-unreachable' })
      .count({ n: '*' })
    expect(refused).toEqual([{ n: boxes - 1 }])
  })

  it('opens at once or never for commands at the moment of disconnection, and logs each with its true outcome [CTRL-6] [CTRL-8]', async () => {
    const wanted = Array.from({ length: 12 }, (_, n) => 10 + n)
    const before = simulator.stats().orders
    const answers = wanted.map((n) => open(n))
    await vi.waitFor(() => expect(simulator.stats().orders).toBeGreaterThan(before), { interval: 1 })
    uplink('off')
    const codes = await Promise.all(answers)
    for (const code of codes) expect(['ok', 'gateway-unreachable']).toContain(code)
    await soon(async () => expect(await portal.link.linked(world.own.gateway.id)).toBe(false))
    // The gateway carries out now what it has accepted: one box per command. Afterwards nothing moves.
    await soon(() => expect(openBoxes()).toHaveLength(simulator.stats().orders))
    const opened = openBoxes().map(({ id }) => id)
    await back()
    expect(openBoxes().map(({ id }) => id)).toEqual(opened)
    const left = await db.knex('device_commands').whereIn('state', ['queued']).select('id')
    expect(left).toEqual([])
    const states = await db
      .knex('device_commands')
      .whereIn(
        'device_id',
        wanted.map((n) => box(n).id),
      )
      .whereNot({ state: 'refused' })
      .select<{ device_id: number; state: string }[]>('device_id', 'state')
    for (const { device_id, state } of states) if (state === 'confirmed') expect(opened).toContain(device_id)
    for (const { device_id, state } of states) if (state === 'failed') expect(opened).not.toContain(device_id)
  })

  it('lets in the holder of a reservation by PIN, and reports it later with the true time [GW-2] [CTRL-1]', async () => {
    const { gateway, siteId } = world.own
    const method = await db.knex('device_access_methods').where({ name: 'pin' }).first<{ id: number }>('id')
    await db.knex('device_method_links').insert({ device_id: box(30).id, access_method_id: method.id })
    const reservationId = await insert(db.knex, 'reservations', {
      site_id: siteId,
      device_id: box(30).id,
      user_id: world.users.visitor.id,
      starts_at: new Date(Date.now() - 60_000),
      ends_at: new Date(Date.now() + 600_000),
      state: 'RESERVED',
      reserved_at: new Date(),
      pin: '123455',
    })
    await soon(() => expect(heldBy(gateway.hardwareId)).toEqual([reservationId]))
    uplink('off')
    const began = Date.now()
    expect(simulator.act(box(31).hardwareId, 'pin', '123455')).toContain('Wrong PIN')
    expect(simulator.act(box(30).hardwareId, 'pin', '123455')).toContain(`for reservation ${reservationId}`)
    await soon(() => expect(simulator.device(box(30).hardwareId).door()).toBe('open'))
    const ended = Date.now()
    expect(await db.knex('access_events')).toEqual([])
    await back()
    const [event] = await db
      .knex('access_events')
      .select<{ at: Date; device_id: number; event: string; value: string }[]>()
    expect(event).toMatchObject({ device_id: box(30).id, event: 'pin-entered', value: `reservation:${reservationId}` })
    expect(Number(event?.at)).toBeGreaterThan(began - 1_000)
    expect(Number(event?.at)).toBeLessThan(ended + 1_000)
    const state = await db
      .knex('device_states')
      .where({ device_id: box(30).id })
      .first()
    expect(state).toMatchObject({ door_state: 'open' })
    expect(Number(state.door_at)).toBeGreaterThanOrEqual(Number(event?.at))
  })
})
