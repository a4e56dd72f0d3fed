import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod'
import { accessEvents, commandLog, commandLogEntry, commandMany } from '../../contract/control.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { addGateway, makeWorld, type World } from '../testing/world.ts'
import eventsHandler from './access-events.ts'
import commandLogHandler from './command-log.ts'
import commandHandler from './command-log-entry.ts'
import { findDeviceCommands } from './command-log-find.ts'
import manyHandler from './command-many.ts'
import { send } from './testing/gateway.ts'
import { codeOf, type Login, type Operators, operators, replied } from './testing/operators.ts'

let db: TestDatabase
let world: World
let people: Operators
let reservationId: number
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  people = operators(db.knex, world, {
    commands: [manyHandler],
    queries: [commandLogHandler, commandHandler, eventsHandler],
  })
  reservationId = await insert(db.knex, 'reservations', {
    site_id: world.own.siteId,
    device_id: own(),
    user_id: world.users.visitor.id,
    starts_at: new Date(),
    ends_at: new Date(Date.now() + 3_600_000),
    state: 'RESERVED',
    reserved_at: new Date(),
  })
})
afterAll(() => db.close())
beforeEach(async () => {
  for (const table of ['access_events', 'control_steps', 'device_commands', 'control_runs', 'device_reports'])
    await db.knex(table).delete()
})

const own = (place = 0) => world.own.gateway.devices[place]?.id ?? 0
const foreign = () => world.foreign.gateway.devices[0]?.id ?? 0
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000)

let made = 0
/** Inserts a command into the command log; returns its support code. */
async function plant(device: number, secondsAgo: number, more: Record<string, unknown> = {}): Promise<string> {
  made += 1
  const code = `HF-TEST-${String(made + 1_000)
    .replaceAll('1', 'A')
    .replaceAll('0', 'B')}`
  const state = (more['state'] as string | undefined) ?? 'confirmed'
  await db.knex('device_commands').insert({
    device_id: device,
    gateway_id: device === foreign() ? world.foreign.gateway.id : world.own.gateway.id,
    action: 'open',
    allowed_by: 'operator',
    support_code: code,
    issued_at: ago(secondsAgo),
    deadline: ago(secondsAgo - 15),
    settled_at: ['queued', 'sent', 'taken'].includes(state) ? null : ago(secondsAgo - 5),
    ...more,
    state,
  })
  return code
}
type Wanted = { query?: string; page?: number; limit?: number } & z.input<typeof commandLog.input>['filters']
const inputOf = ({ query, page, limit, ...filters }: Wanted) => ({
  ...(query === undefined ? {} : { search: query }),
  ...(page === undefined ? {} : { page }),
  ...(limit === undefined ? {} : { pageSize: limit }),
  filters,
})
const list = async (login: Login, wanted: Wanted = {}) => replied(await people.ask(login, commandLog, inputOf(wanted)))
const codes = async (login: Login, wanted: Wanted = {}) =>
  (await list(login, wanted)).rows.map(({ supportCode }) => supportCode)

describe('the command log', () => {
  it('shows operators the commands of their sites, newest first, and no others [CTRL-8] [LIVE-3]', async () => {
    const older = await plant(own(), 60)
    const newer = await plant(own(1), 30, {
      state: 'refused',
      reason: 'device-occupied',
      reservation_id: reservationId,
    })
    const strange = await plant(foreign(), 10)
    for (const login of ['rm', 'srm', 'remote'] as const) expect(await codes(login)).toEqual([newer, older])
    expect(await codes('foreignRm')).toEqual([strange])
    expect(await codes('admin')).toEqual([strange, newer, older])
    expect(codeOf(await people.ask('visitor', commandLog, {}))).toBe('not-authorized')
    const { rows: deviceCommands, recordCount } = await list('rm')
    expect(recordCount).toBe(2)
    expect(deviceCommands[0]).toMatchObject({
      state: 'refused',
      reason: 'device-occupied',
      device: { id: own(1), name: 'GW-own 002' },
      site: { id: world.own.siteId, name: 'Site own', timeZone: 'Europe/Berlin' },
      gateway: { id: world.own.gateway.id, name: 'GW-own' },
      reservation: { id: reservationId },
      run: null,
      byGateway: false,
    })
  })

  it('keeps an entry with the site where the device stood at the time', async () => {
    const code = await plant(own(2), 60)
    await db
      .knex('devices')
      .where({ id: own(2) })
      .update({ site_id: world.foreign.siteId })
    expect([await codes('rm'), await codes('foreignRm')]).toEqual([[code], []])
    await db
      .knex('devices')
      .where({ id: own(2) })
      .update({ site_id: world.own.siteId })
  })

  it('lets support find one by its complete support code, at any site, and nothing else [CTRL-8]', async () => {
    const code = await plant(foreign(), 10)
    expect(await codes('support', { query: ` ${code.toLowerCase()} ` })).toEqual([code])
    for (const query of ['', code.slice(0, -1), 'GW-foreign', '1'])
      expect(await codes('support', { query })).toEqual([])
    expect(await codes('support', { deviceId: foreign() })).toEqual([])
    expect(await codes('rm', { query: code })).toEqual([])
    const whole = await people.ask('support', commandLogEntry, { supportCode: code })
    expect(whole).toMatchObject({ ok: true, reply: { supportCode: code, device: { id: foreign() } } })
    const deviceCommandId = replied(whole).id
    expect(codeOf(await people.ask('support', commandLogEntry, { deviceCommandId }))).toBe('not-found')
    expect(codeOf(await people.ask('rm', commandLogEntry, { deviceCommandId }))).toBe('not-found')
    expect(codeOf(await people.ask('rm', commandLogEntry, { supportCode: code }))).toBe('not-found')
    expect(codeOf(await people.ask('rm', commandLogEntry, {}))).toBe('bad-input')
  })

  it('finds by each filter, alone and combined, what a plain scan finds [CTRL-8]', async () => {
    const { id: runId } = (
      await db.knex('control_runs').insert({ action: 'open', kind: 'selection' }).returning('id')
    )[0] as {
      id: string
    }
    await addGateway(db.knex, world.own.siteId, 'GW-own-many', 101)
    const states = ['queued', 'confirmed', 'failed', 'expired', 'unknown', 'refused'] as const
    for (let index = 0; index < 60; index += 1) {
      const device = index % 7 === 0 ? foreign() : own(index % 3)
      const state = states[index % 6] ?? 'confirmed'
      await plant(device, index % 9 === 0 ? 500 : 10 + index, {
        // A device has one command in flight.
        state: state === 'queued' && index > 11 ? 'confirmed' : state,
        allowed_by: index % 5 === 0 ? 'emergency' : 'operator',
        reservation_id: index % 4 === 0 ? reservationId : null,
        run_id: index % 8 === 0 ? runId : null,
      })
    }
    const { number } = await db.knex('reservations').where({ id: reservationId }).first<{ number: number }>('number')
    interface Row {
      id: string
      device_id: number
      site_id: number
      state: string
      allowed_by: string
      issued_at: Date
      reservation_id: number | null
      run_id: string | null
    }
    const all = await db
      .knex('device_commands')
      .orderBy([
        { column: 'issued_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .select<Row[]>()
    const [from, until] = [ago(100).toISOString(), ago(20).toISOString()]
    const mine = (row: Row) => row.site_id === world.own.siteId
    const cases: [Wanted, (row: Row) => boolean][] = [
      [{}, mine],
      [{ deviceId: own(1) }, (row) => row.device_id === own(1) && mine(row)],
      [{ deviceId: foreign() }, () => false],
      [{ siteId: world.own.siteId }, mine],
      [{ siteId: world.foreign.siteId }, () => false],
      [{ reservationId }, (row) => mine(row) && row.reservation_id === reservationId],
      [{ runId }, (row) => mine(row) && row.run_id === runId],
      [{ outcome: 'open' }, (row) => mine(row) && row.state === 'queued'],
      [{ outcome: 'failed' }, (row) => mine(row) && ['failed', 'expired'].includes(row.state)],
      [{ outcome: 'refused' }, (row) => mine(row) && row.state === 'refused'],
      [{ allowedBy: 'emergency' }, (row) => mine(row) && row.allowed_by === 'emergency'],
      [
        { allowedBy: 'emergency', outcome: 'confirmed' },
        (row) => mine(row) && row.allowed_by === 'emergency' && row.state === 'confirmed',
      ],
      [{ from, until }, (row) => mine(row) && row.issued_at >= new Date(from) && row.issued_at < new Date(until)],
      [{ query: 'own 002' }, (row) => mine(row) && row.device_id === own(1)],
      // A name shared by many devices: searched in all commands.
      [{ query: 'gw-OWN' }, mine],
      [{ query: 'gw-OWN', outcome: 'unknown' }, (row) => mine(row) && row.state === 'unknown'],
      [{ query: String(number) }, (row) => mine(row) && row.reservation_id === reservationId],
      [{ query: '%own', outcome: 'unknown', deviceId: own(1) }, () => false],
      [
        { query: 'OWN 00', outcome: 'unknown', deviceId: own(1), from },
        (row) => mine(row) && row.device_id === own(1) && row.state === 'unknown' && row.issued_at >= new Date(from),
      ],
    ]
    for (const [input, wanted] of cases) {
      const expected = all.filter(wanted).map(({ id }) => id)
      const seen = []
      for (let page = 1; page <= 1 + Math.ceil(expected.length / 7); page += 1) {
        const found = await list('rm', { ...input, page, limit: 7 })
        expect(found.recordCount, JSON.stringify(input)).toBe(expected.length)
        seen.push(...found.rows.map(({ id }) => id))
      }
      expect(seen, JSON.stringify(input)).toEqual(expected)
    }
    const beyond = { ...commandLog.input.parse({}), page: 101, pageSize: 100 }
    expect(await findDeviceCommands(db.knex as never, { all: true }, beyond)).toEqual({
      rows: [],
      recordCount: 60,
      countIsExact: true,
    })
  })
})

describe('one command of the command log', () => {
  it('shows the request, its course and its circumstances [CTRL-8]', async () => {
    await db.knex('device_states').update({ status: 'free', door_state: 'closed', reachable: true })
    await db
      .knex('device_states')
      .where({ device_id: own(1) })
      .update({ status: 'undefined' })
    const input = { deviceIds: [own(0), own(1), foreign()], action: 'open' as const, note: 'airing' }
    const { runId, issued, refused } = replied(await people.send('admin', commandMany, input))
    const eventId = await insert(db.knex, 'access_events', {
      gateway_id: world.own.gateway.id,
      device_id: own(),
      at: ago(3),
      received_at: ago(2),
      event: 'plate-seen',
      value: 'DD HF 1',
      judged_at: ago(1),
      outcome: 'opened',
    })
    const deviceCommandId = issued[0]?.deviceCommandId ?? ''
    await send(db.knex, own())
    await db
      .knex('device_commands')
      .where({ id: deviceCommandId })
      .update({
        state: 'failed',
        reason: 'local-lock',
        settled_at: new Date(),
        answered_at: new Date(),
        answer: { result: 'refused', reason: 'local-lock' },
        access_event_id: eventId,
      })
    const report = (secondsAgo: number, status: string) => ({
      device_id: own(),
      at: ago(secondsAgo),
      status,
      door_state: 'closed',
    })
    await db
      .knex('device_reports')
      .insert([report(200, 'error'), report(30, 'free'), report(-100, 'blocked'), report(-200, 'error')])

    const whole = replied(await people.ask('rm', commandLogEntry, { deviceCommandId }))
    expect(whole).toMatchObject({
      id: deviceCommandId,
      icon: 'bike',
      note: 'airing',
      counter: 1,
      reason: 'local-lock',
      answer: { result: 'refused', reason: 'local-lock' },
      run: { id: runId, kind: 'selection', place: 1 },
      event: { event: 'plate-seen', at: expect.any(String) as string, outcome: 'opened' },
      reports: [
        { status: 'free', doorState: 'closed' },
        { status: 'blocked', doorState: 'closed' },
      ],
      checks: { facts: { status: 'free', linked: true, maintenance: false } },
    })
    expect(whole.checks?.rules).toContainEqual({ code: 'command-in-flight', passed: true })
    expect(whole.checks?.rules.every(({ passed }) => passed)).toBe(true)
    // By a clock that is three minutes slow.
    await db
      .knex('device_commands')
      .where({ id: deviceCommandId })
      .update({ had_at: ago(180) })
    const { reports } = replied(await people.ask('rm', commandLogEntry, { deviceCommandId }))
    expect(reports.map(({ status }) => status)).toEqual(['error', 'free', 'blocked'])
    // Devices at a foreign site stay hidden, even if the same run commanded them.
    const kept = { deviceCommandId: expect.any(String) as string, device: { id: own(1), name: 'GW-own 002' } }
    expect(whole.siblings).toEqual([{ ...kept, state: 'refused', reason: 'device-undefined' }])
    expect(replied(await people.ask('admin', commandLogEntry, { deviceCommandId })).siblings).toHaveLength(2)
    const no = replied(await people.ask('rm', commandLogEntry, { supportCode: refused[0]?.supportCode ?? '' }))
    expect(no).toMatchObject({ state: 'refused', counter: null, event: null, answer: null })
    expect(no.checks?.rules.find(({ passed }) => !passed)).toEqual({ code: 'device-undefined', passed: false })
    expect(codeOf(await people.ask('rm', commandLogEntry, { deviceCommandId: randomUUID() }))).toBe('not-found')
  })
})

describe('access events of a device', () => {
  it('are shown with the reason why nothing opened; PINs are hidden, tokens shortened [CTRL-8] [GW-8]', async () => {
    const seen = (event: string, value: string, secondsAgo: number, outcome: string | null) => ({
      gateway_id: world.own.gateway.id,
      device_id: own(),
      event,
      value,
      at: ago(secondsAgo),
      received_at: ago(secondsAgo),
      judged_at: outcome ? new Date() : null,
      outcome,
    })
    await db
      .knex('access_events')
      .insert([
        seen('plate-seen', 'DD HF 1', 30, 'no-match'),
        seen('pin-entered', '4711', 20, null),
        seen('rfid-seen', '04A224E1C9', 10, 'no-match'),
      ])
    const found = replied(await people.ask('rm', accessEvents, { deviceId: own() }))
    expect(found.events.map(({ event, value, outcome }) => [event, value, outcome])).toEqual([
      ['rfid-seen', '…E1C9', 'no-match'],
      ['pin-entered', null, null],
      ['plate-seen', 'DD HF 1', 'no-match'],
    ])
    expect(replied(await people.ask('rm', accessEvents, { deviceId: own(), page: 2, limit: 2 }))).toMatchObject({
      events: [{ event: 'plate-seen' }],
      recordCount: 3,
    })
    expect(codeOf(await people.ask('foreignRm', accessEvents, { deviceId: own() }))).toBe('not-found')
    for (const login of ['support', 'visitor'] as const)
      expect(codeOf(await people.ask(login, accessEvents, { deviceId: own() }))).toBe('not-authorized')
  })
})
