import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CommandAnswer } from '../../contract/envelope.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { runCommand } from '../kernel/bus/dispatch.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World, type WorldGateway } from '../testing/world.ts'
import deviceCommand from './command.ts'

let db: TestDatabase
let world: World
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
})
afterAll(() => db.close())

type Login = keyof World['users']
const sessions = new Map<Login, Buffer>()
const session = async (login: Login): Promise<Buffer> => {
  const known = sessions.get(login) ?? (await openSession(db.knex, world.users[login].id))
  sessions.set(login, known)
  return known
}
/** The second device of the own zone: a parking lot, closed and free unless a test says otherwise. */
const lot = (gateway: WorldGateway = world.own.gateway): number => gateway.devices[1]?.id ?? 0
async function send(login: Login, input: object, linked = true, id = randomUUID()): Promise<CommandAnswer> {
  const handlers = {
    commands: new Map([[deviceCommand.def.name, deviceCommand]]),
    queries: new Map(),
    watches: new Map(),
  }
  const context = testContext(db.knex, handlers, { linked })
  return runCommand(context, await session(login), { id, name: 'control.command', input })
}
interface Kept {
  id: string
  state: string
  support_code: string
  issued_at: Date
  deadline: Date
}
const commandLog = () => db.knex('device_commands').orderBy('issued_at').select<Kept[]>()
const code = (answer: CommandAnswer): string => (answer.ok ? 'ok' : answer.refusal.code)

beforeEach(async () => {
  await db.knex('device_commands').delete()
  await db.knex('maintenance_periods').delete()
  await db.knex('device_states').update({ status: 'free', door_state: 'closed', reachable: true })
})

describe('an operator’s command', () => {
  it('is logged with actor, action, time, justification and deadline [CTRL-1] [CTRL-8]', async () => {
    const answer = await send('rm', { deviceId: lot(), action: 'open', note: 'forgot the key', timeoutSeconds: 20 })
    const [row] = await commandLog()
    expect(answer).toEqual({
      ok: true,
      reply: { deviceCommandId: row?.id, supportCode: row?.support_code, deadline: row?.deadline.toISOString() },
    })
    expect(row).toMatchObject({
      device_id: lot(),
      action: 'open',
      state: 'queued',
      allowed_by: 'operator',
      user_id: world.users.rm.id,
      note: 'forgot the key',
      anyway: false,
    })
    expect(Number(row?.deadline) - Number(row?.issued_at)).toBe(20_000)
    expect(row?.support_code).toMatch(/^HF-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
  })

  it('is issued once when it is sent twice with the same id [CTRL-8]', async () => {
    const id = randomUUID()
    const input = { deviceId: lot(), action: 'open' }
    const answers = await Promise.all([
      send('rm', input, true, id),
      send('rm', input, true, id),
      send('rm', input, true, id),
    ])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await commandLog()).toHaveLength(1)
  })

  it('is issued once of ten at the same time; the others are refused and logged [CTRL-8]', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('rm', { deviceId: lot(), action: 'open' })))
    const count = (list: string[], wanted: string) => list.filter((each) => each === wanted).length
    const states = (await commandLog()).map(({ state }) => state)
    expect([count(answers.map(code), 'ok'), count(answers.map(code), 'command-in-flight')]).toEqual([1, 9])
    expect([count(states, 'queued'), count(states, 'refused')]).toEqual([1, 9])
  })

  it.each([
    ['device-undefined', { status: 'undefined', door_state: null }, 'open'],
    ['device-undefined', { status: 'undefined', door_state: null }, 'refresh'],
    ['device-undefined', { status: 'undefined', door_state: null }, 'reboot'],
    ['device-unreachable', { reachable: false }, 'open'],
    ['device-occupied', { status: 'occupied', door_state: 'open' }, 'close'],
    ['already-in-state', { door_state: 'closed' }, 'close'],
  ] as const)(
    'is refused with %s, and the request is kept with its support code [CTRL-6] [CTRL-8]',
    async (refusal, state, action) => {
      await db.knex('device_states').where({ device_id: lot() }).update(state)
      const answer = await send('rm', { deviceId: lot(), action })
      const [row] = await commandLog()
      expect(answer).toMatchObject({
        ok: false,
        refusal: { code: refusal, params: { supportCode: row?.support_code } },
      })
      expect(row).toMatchObject({ state: 'refused', reason: refusal, user_id: world.users.rm.id, counter: null })
      expect(await db.knex('commands').where({ refusal }).first()).toMatchObject({
        outcome: 'refused',
        name: 'control.command',
      })
    },
  )

  it('is refused at once when the gateway has no link [CTRL-6]', async () => {
    expect(code(await send('rm', { deviceId: lot(), action: 'refresh' }, false))).toBe('gateway-unreachable')
    expect(await commandLog()).toMatchObject([{ state: 'refused', reason: 'gateway-unreachable' }])
  })

  it('can ask a silent device for a report [CTRL-6]', async () => {
    await db.knex('device_states').where({ device_id: lot() }).update({ reachable: false })
    expect(code(await send('rm', { deviceId: lot(), action: 'refresh' }))).toBe('ok')
  })

  it.each(['device', 'site', 'zone'] as const)(
    'needs Control anyway during maintenance of the %s, which is logged [CTRL-6]',
    async (scope) => {
      const target = {
        device: { device_id: lot() },
        site: { site_id: world.own.siteId },
        zone: { zone_id: world.own.id },
      }[scope]
      const period = { scope, ...target, reason: 'Paint', starts_at: new Date(Date.now() - 60_000) }
      await db.knex('maintenance_periods').insert(period)
      expect(code(await send('rm', { deviceId: lot(), action: 'open' }))).toBe('under-maintenance')
      expect(code(await send('rm', { deviceId: lot(), action: 'open', anyway: true, note: 'testing' }))).toBe('ok')
      expect(await commandLog()).toMatchObject([
        { state: 'refused', anyway: false },
        { state: 'queued', anyway: true, note: 'testing' },
      ])
    },
  )

  it('ignores Control anyway outside of maintenance, and in planned or revoked periods', async () => {
    const period = { scope: 'device', device_id: lot(), reason: 'Paint' }
    await db.knex('maintenance_periods').insert([
      { ...period, starts_at: new Date(Date.now() + 60_000) },
      { ...period, starts_at: new Date(Date.now() - 60_000), revoked_at: new Date(), revoke_reason: 'done' },
    ])
    expect(code(await send('rm', { deviceId: lot(), action: 'open', anyway: true }))).toBe('ok')
    expect(await commandLog()).toMatchObject([{ anyway: false }])
  })

  it('needs two seconds between two movements', async () => {
    expect(code(await send('rm', { deviceId: lot(), action: 'open' }))).toBe('ok')
    const sent = (secondsAgo: number) =>
      db
        .knex('device_commands')
        .where({ device_id: lot(), action: 'open' })
        .update({ state: 'confirmed', settled_at: new Date(), sent_at: new Date(Date.now() - secondsAgo * 1_000) })
    await sent(1)
    await db.knex('device_states').where({ device_id: lot() }).update({ door_state: 'open' })
    expect(code(await send('rm', { deviceId: lot(), action: 'close' }))).toBe('too-fast')
    expect(code(await send('rm', { deviceId: lot(), action: 'refresh' }))).toBe('ok')
    await db.knex('device_commands').where({ action: 'refresh' }).delete()
    await sent(3)
    expect(code(await send('rm', { deviceId: lot(), action: 'close' }))).toBe('ok')
  })
})

describe('devices of others', () => {
  it.each([
    ['rm', 'ok'],
    ['srm', 'ok'],
    ['remote', 'ok'],
    ['admin', 'ok'],
    ['foreignRm', 'not-found'],
    ['visitor', 'not-authorized'],
    ['support', 'not-authorized'],
  ] as const)('%s commanding a device of the own zone: %s [CTRL-1]', async (login, expected) => {
    expect(code(await send(login, { deviceId: lot(), action: 'open' }))).toBe(expected)
    expect(await commandLog()).toHaveLength(expected === 'ok' ? 1 : 0)
  })

  it('treats foreign, retired and unknown devices alike as not found', async () => {
    const retired = world.own.gateway.devices[2]?.id ?? 0
    await db.knex('devices').where({ id: retired }).update({ retired_at: new Date() })
    for (const deviceId of [lot(world.foreign.gateway), retired, 2_000_000_000]) {
      const answer = await send('rm', { deviceId, action: 'open' })
      expect(answer).toEqual({ ok: false, refusal: { code: 'not-found' } })
    }
    expect(await commandLog()).toHaveLength(0)
  })
})
