import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { emergency } from '../../contract/control.ts'
import type { MalfunctionView } from '../../contract/devices.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { told } from '../../telemetry/commands/testing/site.ts'
import { createIngest, type Ingest } from '../../telemetry/ingest/ingest.ts'
import { createStorer } from '../../telemetry/ingest/ingest-storer.ts'
import { silentLog } from '../../telemetry/ingest/testing/gateways.ts'
import { addGateway, makeWorld, type World } from '../testing/world.ts'
import handler from './emergency.ts'
import { endSeenEmergencies } from './emergency-malfunctions.ts'
import { codeOf, type Login, type Operators, operators, replied } from './testing/operators.ts'

let db: TestDatabase
let world: World
let people: Operators
let ingest: Ingest
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  people = operators(db.knex, world, { commands: [handler] })
  ingest = createIngest(createStorer({ knex: db.knex, log: silentLog }))
})
afterAll(async () => {
  await ingest.stop()
  await db.close()
})

const own = (place = 0) => world.own.gateway.devices[place]?.id ?? 0
const send = (login: Login, input: Partial<z.input<typeof emergency.input>> = {}, linked = true) =>
  people.send(
    login,
    emergency,
    {
      siteId: world.own.siteId,
      deviceIds: [own()],
      action: 'open',
      reason: 'somebody is locked in',
      safetyWord: 'Site own',
      ...input,
    },
    { linked },
  )
const malfunctions = () => db.knex('malfunctions').orderBy('id')

beforeEach(async () => {
  for (const table of [
    'control_steps',
    'device_commands',
    'control_runs',
    'malfunctions',
    'maintenance_periods',
    'outbox',
  ])
    await db.knex(table).delete()
  await db
    .knex('device_states')
    .update({ status: 'free', door_state: 'closed', reachable: true, requested: null, requested_at: null })
})

describe('an emergency', () => {
  it('moves devices regardless of maintenance, occupancy, silence and their last report [CTRL-6] [LIVE-3]', async () => {
    const period = {
      scope: 'site',
      site_id: world.own.siteId,
      reason: 'Paint',
      starts_at: new Date(Date.now() - 1_000),
    }
    await db.knex('maintenance_periods').insert(period)
    const states = [
      { status: 'occupied', door_state: 'closed' },
      { status: 'undefined', door_state: null },
      { reachable: false, door_state: 'open' },
    ]
    for (const [place, state] of states.entries())
      await db
        .knex('device_states')
        .where({ device_id: own(place) })
        .update(state)
    const reply = replied(await send('rm', { deviceIds: [own(0), own(1), own(2)] }))
    expect([reply.issued.length, reply.refused]).toEqual([3, []])
    const deviceCommands = await db.knex('device_commands')
    for (const deviceCommand of deviceCommands)
      expect(deviceCommand).toMatchObject({
        allowed_by: 'emergency',
        note: 'somebody is locked in',
        anyway: false,
        reservation_id: null,
        user_id: world.users.rm.id,
      })
    expect(await db.knex('control_runs')).toMatchObject([
      { kind: 'emergency', allowed_by: 'emergency', counts_as: null },
    ])
  })

  it.each([
    ['gateway-unreachable', async () => send('rm', {}, false)],
    [
      'action-not-supported',
      async () => {
        const type = await db.knex('device_types').where({ type: 'SENSOR' }).first<{ id: number }>('id')
        const [sensor] = (await addGateway(db.knex, world.own.siteId, 'GW-sensor', 1)).devices
        await db.knex('devices').where({ id: sensor?.id }).update({ device_type_id: type.id })
        return send('rm', { deviceIds: [sensor?.id ?? 0] })
      },
    ],
    ['command-in-flight', async () => (await send('rm')) && send('rm')],
  ])('does not override %s, which is kept and opens no malfunction [CTRL-6] [CTRL-8]', async (code, attempt) => {
    const before = (await attempt()) as Awaited<ReturnType<typeof send>>
    expect(replied(before).refused).toMatchObject([{ code, supportCode: expect.stringMatching(/^HF-/) as string }])
    expect(await db.knex('device_commands').where({ state: 'refused', reason: code })).toHaveLength(1)
    expect(await malfunctions()).toHaveLength(code === 'command-in-flight' ? 1 : 0)
  })

  it.each(['site own', 'Site own ', ' Site own', 'Site ownn', ''])(
    'requires the exact name of the site, not “%s” [LIVE-3]',
    async (safetyWord) => {
      expect(codeOf(await send('rm', { safetyWord }))).toBe('safety-word-wrong')
      expect(await db.knex('device_commands')).toHaveLength(0)
    },
  )

  it('requires a reason, and devices of that one site [LIVE-3]', async () => {
    expect(codeOf(await send('rm', { reason: '  no  ' }))).toBe('bad-input')
    const foreign = world.foreign.gateway.devices[0]?.id ?? 0
    for (const login of ['rm', 'admin'] as const)
      expect(codeOf(await send(login, { deviceIds: [own(), foreign] }))).toBe('device-not-at-site')
    expect(codeOf(await send('rm', { siteId: world.foreign.siteId, safetyWord: 'Site foreign' }))).toBe('not-found')
    expect(codeOf(await send('visitor'))).toBe('not-authorized')
    expect(await db.knex('device_commands')).toHaveLength(0)
  })

  it('is on the dashboard of the operators of its zones, with person and reason [LIVE-2] [LIVE-3]', async () => {
    await send('rm', { deviceIds: [own(0), own(1)] })
    const changes = (await told(db.knex)).flatMap((row) => row.changes).filter(({ kind }) => kind === 'malfunction')
    const codes = await db.knex('device_commands').orderBy('device_id').pluck<string[]>('support_code')
    expect(changes.map(({ view }) => (view as MalfunctionView).detail)).toEqual(
      codes.map((supportCode) => ({ by: 'Test rm', reason: 'somebody is locked in', supportCode })),
    )
    expect(changes[0]?.rooms).toEqual([`zone:${world.own.id}`, `site:${world.own.siteId}`, 'all', `device:${own()}`])
    expect(changes[0]?.view).toMatchObject({ kind: 'emergency-open', severity: 'error' })
  })

  it('to close adds nothing to the dashboard', async () => {
    expect(replied(await send('rm', { action: 'close' })).issued).toHaveLength(1)
    expect(await malfunctions()).toHaveLength(0)
  })
})

describe('the end of an emergency', () => {
  let messages = 0
  const says = async (status: string, door: string | undefined, seconds: number) => {
    const at = new Date(Date.now() + seconds * 1_000).toISOString()
    const { gateway } = world.own
    const body = [
      { id: `m-${(messages += 1)}`, at, device: 'D-001', kind: 'status', status, ...(door ? { door } : {}) },
    ]
    const identity = {
      gatewayId: gateway.id,
      hardwareId: gateway.hardwareId,
      siteId: world.own.siteId,
      registryVersion: 0,
    }
    expect(await ingest.accept(identity, { messages: body })).toMatchObject({ ok: true, reply: { stored: 1 } })
  }
  const open = async () =>
    (await malfunctions()).filter((row: { closed_at: Date | null }) => row.closed_at === null).length

  it('is the report that the device is shut, but not an outdated one that arrives late [GW-4] [LIVE-2]', async () => {
    await says('free', 'closed', -30)
    await send('rm')
    await says('free', 'closed', -1)
    expect(await open()).toBe(1)
    await says('free', 'open', 1)
    expect(await open()).toBe(1)
    await says('free', 'closed', 2)
    expect(await open()).toBe(0)
  })

  it.each([
    [23, 'closed', 1],
    [25, 'closed', 0],
    [25, null, 0],
    [25, 'open', 1],
  ] as const)('acknowledged %s h ago, the door %s: %s left [LIVE-2]', async (hours, door, left) => {
    await send('rm')
    await db.knex('device_states').where({ device_id: own() }).update({ status: 'okay', door_state: door })
    expect(await endSeenEmergencies(db.knex)).toBe(0)
    await db.knex('malfunctions').update({ acknowledged_at: new Date(Date.now() - hours * 3_600_000) })
    expect(await endSeenEmergencies(db.knex)).toBe(1 - left)
    expect(await open()).toBe(left)
    const last = (await told(db.knex)).at(-1)?.changes.filter(({ kind }) => kind === 'malfunction')
    if (left === 0) expect(last).toMatchObject([{ kind: 'malfunction', view: null }])
  })
})
