import type { Knex } from 'knex'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RoomChange } from '../../contract/changes.ts'
import { many } from '../../db/sql.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { makeGateways, type TestGateway } from '../ingest/testing/gateways.ts'
import { openMalfunctions } from '../malfunctions/malfunctions.ts'
import { refreshMalfunctions } from '../malfunctions/refresh.ts'
import { sweepSilence } from './silence.ts'

let db: TestDatabase
let knex: Knex
let gateway: TestGateway
const start = Date.now()
const minutes = (count: number) => new Date(start + count * 60_000)
beforeAll(async () => {
  db = await createTestDatabase()
  knex = db.knex
})
afterAll(() => db?.close())
beforeEach(async () => {
  await knex('malfunctions').delete()
  await knex('device_states').update({ last_message_at: null })
  await knex('gateways').update({ last_message_at: null })
  const [made] = await makeGateways(knex, { devices: 4 })
  if (!made) throw new Error('no gateway')
  gateway = made
  await heard(0)
  await knex('outbox').delete()
})

const deviceIds = () => gateway.devices.map(({ id }) => id)
/** Gateway and these devices (default all) sent something at a minute. */
async function heard(minute: number, devices = deviceIds()): Promise<void> {
  await knex('gateways')
    .where({ id: gateway.gatewayId })
    .update({ last_message_at: minutes(minute) })
  await knex('device_states')
    .whereIn('device_id', devices)
    .update({ last_message_at: minutes(minute), reachable: true, status: 'free', status_at: minutes(minute) })
}
const open = async () => {
  const found = await many<{ kind: string; device_id: number | null }>(
    knex,
    'SELECT kind, device_id FROM malfunctions WHERE closed_at IS NULL ORDER BY kind, device_id',
  )
  return found.map(({ kind, device_id: id }) => (id === null ? kind : `${kind} ${deviceIds().indexOf(id) + 1}`))
}
const reachable = async () => {
  const found = await many<{ reachable: boolean }>(
    knex,
    'SELECT reachable FROM device_states WHERE device_id = ANY (?) ORDER BY device_id',
    [deviceIds()],
  )
  return found.map((each) => each.reachable)
}
/** Kinds of malfunctions that another one explains. */
const folded = async () =>
  (await knex('malfunctions').whereNotNull('cause_id')).map(({ kind }: { kind: string }) => kind)
const facts = () => many(knex, 'SELECT fact, payload FROM outbox WHERE fact IS NOT NULL ORDER BY id')
const pushes = async () => {
  const found = await many<{ changes: RoomChange[] }>(knex, 'SELECT changes FROM outbox ORDER BY id')
  return found.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'device' || kind === 'malfunction'))
}

describe('silent devices [GW-4]', () => {
  it('are unreachable after three intervals while their gateway is heard, once', async () => {
    await heard(30, deviceIds().slice(1))
    expect(await sweepSilence(knex, minutes(30))).toMatchObject({ opened: 0 })
    expect(await sweepSilence(knex, minutes(30.1))).toMatchObject({ opened: 1 })
    expect(await open()).toEqual(['unreachable 1'])
    expect(await reachable()).toEqual([false, true, true, true])
    expect(await pushes()).toMatchObject([
      { kind: 'device', view: { reachable: false } },
      { kind: 'malfunction', view: { kind: 'unreachable', detail: { since: minutes(0).toISOString() } } },
    ])
    expect(await sweepSilence(knex, minutes(31))).toMatchObject({ opened: 0, closed: 0 })
  })

  it('are swept by two processes at once without duplicate or failing opens', async () => {
    await heard(40, [])
    const swept = await Promise.all([1, 2, 3].map(() => sweepSilence(knex, minutes(41))))
    expect(swept.reduce((sum, { opened }) => sum + opened, 0)).toBe(4)
    expect(await open()).toHaveLength(4)
  })

  it('that never reported are undefined, not silent', async () => {
    await knex('device_states').update({ last_message_at: null })
    await heard(90, [])
    await sweepSilence(knex, minutes(91))
    expect(await open()).toEqual([])
  })

  it('get time to report after the portal was stopped', async () => {
    await heard(300, [])
    expect(await sweepSilence(knex, minutes(301), minutes(299))).toMatchObject({ opened: 0 })
    expect(await reachable()).toEqual([true, true, true, true])
    await heard(329, [])
    expect(await sweepSilence(knex, minutes(330), minutes(299))).toMatchObject({ opened: 4 })
  })

  it('cause no alarm storm after the portal was down for two hours; open malfunctions stay as they were [GW-4]', async () => {
    await heard(25, deviceIds().slice(1))
    await sweepSilence(knex, minutes(31))
    const before = await knex('malfunctions').select('id', 'opened_at', 'returned', 'version')
    expect(before).toHaveLength(1)
    const startedAt = minutes(151)
    for (const minute of [151.1, 155, 165, 175]) {
      await refreshMalfunctions(knex)
      expect(await sweepSilence(knex, minutes(minute), startedAt)).toMatchObject({ opened: 0, closed: 0 })
    }
    expect(await open()).toEqual(['unreachable 1'])
    expect(await knex('malfunctions').select('id', 'opened_at', 'returned', 'version')).toEqual(before)
    // Devices still silent three intervals after the start are really silent: one incident, not four.
    expect(await sweepSilence(knex, minutes(182), startedAt)).toMatchObject({ opened: 1, closed: 0 })
    expect(await open()).toEqual(['gateway-silent', 'unreachable 1'])
  })

  it('raise no alarm if not monitored, but are shown as silent', async () => {
    await knex('devices').where({ id: deviceIds()[0] }).update({ monitoring: false })
    await knex('devices').where({ id: deviceIds()[1] }).update({ maintenance_state: 'Repair' })
    await heard(31, [])
    await sweepSilence(knex, minutes(31))
    expect(await open()).toEqual(['unreachable 3', 'unreachable 4'])
    expect(await reachable()).toEqual([false, false, false, false])
  })
})

describe('silent gateways [GW-3] [GW-4]', () => {
  it('include their devices, which are heard again in their own time', async () => {
    await heard(10, deviceIds().slice(1))
    await sweepSilence(knex, minutes(31))
    expect(await open()).toEqual([])
    await heard(31, [])
    await sweepSilence(knex, minutes(32))
    expect(await open()).toEqual(['unreachable 1'])
    await sweepSilence(knex, minutes(62))
    expect(await open()).toEqual(['gateway-silent', 'unreachable 1'])
    await refreshMalfunctions(knex)
    expect(await folded()).toEqual(['unreachable'])
    expect(await reachable()).toEqual([false, false, false, false])
    const [row] = await knex('malfunctions').where({ kind: 'gateway-silent' })
    expect(row).toMatchObject({
      gateway_id: gateway.gatewayId,
      device_id: null,
      detail: { since: minutes(31).toISOString(), devices: 4 },
    })

    await knex('malfunctions')
      .where({ kind: 'gateway-silent' })
      .update({ closed_at: minutes(70) })
    await heard(70, [deviceIds()[3] ?? 0])
    await sweepSilence(knex, minutes(71))
    await refreshMalfunctions(knex)
    expect(await open()).toEqual(['unreachable 1'])
    expect(await folded()).toEqual([])
    await heard(100, [deviceIds()[3] ?? 0])
    await sweepSilence(knex, minutes(101))
    expect(await open()).toEqual(['unreachable 1', 'unreachable 2', 'unreachable 3'])
  })

  it('do not count as silent while linked', async () => {
    await knex('gateways').where({ id: gateway.gatewayId }).update({ linked: true })
    await sweepSilence(knex, minutes(31))
    expect(await open()).toEqual(['unreachable 1', 'unreachable 2', 'unreachable 3', 'unreachable 4'])
  })

  it('cause a warning after three hours, once a day, whoever sweeps', async () => {
    await sweepSilence(knex, minutes(180))
    expect(await facts()).toEqual([])
    const swept = await Promise.all([1, 2, 3].map(() => sweepSilence(knex, minutes(181))))
    expect(swept.reduce((sum, { warned }) => sum + warned, 0)).toBe(1)
    expect(await facts()).toEqual([
      { fact: 'gateways.silent', payload: { gatewayId: gateway.gatewayId, lastMessageAt: minutes(0).toISOString() } },
    ])
    await sweepSilence(knex, minutes(181 + 1_439))
    expect(await facts()).toHaveLength(1)
    await sweepSilence(knex, minutes(181 + 1_440))
    expect(await facts()).toHaveLength(2)
    expect(await knex('malfunction_history').where({ type: 'mailed' })).toHaveLength(2)
  })

  it.each([{ send_mail: false }, { monitoring: false }, { maintenance_state: 'Repair' }])(
    'cause no warning with %o',
    async (change) => {
      await knex('gateways').where({ id: gateway.gatewayId }).update(change)
      expect(await sweepSilence(knex, minutes(200))).toMatchObject({ warned: 0 })
    },
  )

  it('close their alarm when monitoring ends', async () => {
    await sweepSilence(knex, minutes(31))
    await knex('sites').where({ id: gateway.siteId }).update({ monitoring: false })
    await sweepSilence(knex, minutes(32))
    expect(await open()).toEqual([])
  })
})

describe('doors left open [GW-4]', () => {
  it('are stuck after both closing times and a minute, unless opened again', async () => {
    await heard(0)
    await knex('device_states')
      .whereIn('device_id', deviceIds())
      .update({ door_state: 'open', door_at: minutes(0), last_state_change: minutes(0) })
    await knex('device_states')
      .where({ device_id: deviceIds()[1] })
      .update({ requested: 'open', requested_at: minutes(3) })
    await knex('devices').where({ id: deviceIds()[2] }).update({ auto_close: false })
    await knex('devices').where({ id: deviceIds()[3] }).update({ auto_close_unused_gatetime_s: 600 })
    await sweepSilence(knex, minutes(4))
    expect(await open()).toEqual([])
    await sweepSilence(knex, minutes(4.1))
    expect(await open()).toEqual(['stuck-door 1'])
    await sweepSilence(knex, minutes(12))
    expect(await open()).toEqual(['stuck-door 1', 'stuck-door 2', 'stuck-door 4'])
  })
})

it('close when their device is no longer monitored', async () => {
  const [deviceId] = deviceIds()
  await knex.transaction((trx) =>
    openMalfunctions(trx, [
      { kind: 'not-responding', deviceId: deviceId ?? 0, at: minutes(0) },
      { kind: 'error-status', deviceId: deviceId ?? 0, at: minutes(0) },
    ]),
  )
  expect(await open()).toHaveLength(2)
  await knex('devices').where({ id: deviceId }).update({ monitoring: false })
  expect(await sweepSilence(knex, minutes(1))).toMatchObject({ closed: 2 })
  expect(await open()).toEqual([])
})

it('do not delay measured values that were held back', async () => {
  await knex('device_states')
    .whereIn('device_id', deviceIds())
    .update({ push_due: true, pushed_at: minutes(0), temperature: 7 })
  expect(await sweepSilence(knex, minutes(0.4))).toMatchObject({ shown: 0 })
  expect(await sweepSilence(knex, minutes(0.6))).toMatchObject({ shown: 4 })
  expect(await pushes()).toMatchObject(Array(4).fill({ kind: 'device', view: { temperature: 7 } }))
  expect(await sweepSilence(knex, minutes(2))).toMatchObject({ shown: 0 })
})
