import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { edit } from '../../contract/devices/admin.ts'
import { assign, assignees, comment, pastMalfunctions } from '../../contract/insight.ts'
import { rooms } from '../../contract/rooms.ts'
import { Device } from '../../db/models/sites.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { closeMalfunctions, openMalfunction } from '../../telemetry/malfunctions/malfunctions.ts'
import editHandler from '../devices/edit.ts'
import { valuesOf } from '../devices/values.ts'
import { runCommand, runQuery } from '../kernel/bus/dispatch.ts'
import { readWatch, roomsOf } from '../socket/subscription.ts'
import { openSession, testContext } from '../testing/context.ts'
import { makeWorld, type World } from '../testing/world.ts'
import assignHandler from './assign.ts'
import assigneesHandler from './assignees.ts'
import commentHandler from './comment.ts'
import incidentHandler from './incident.ts'
import malfunctionsHandler from './malfunctions.ts'
import pastHandler from './past-malfunctions.ts'

let db: TestDatabase
let world: World
let malfunctionId: number
const deviceId = () => world.own.gateway.devices[0]?.id ?? 0
const id = (login: keyof World['users']) => world.users[login].id
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
})
afterAll(() => db?.close())
beforeEach(async () => {
  await db.knex('malfunctions').delete()
  malfunctionId =
    (await db.knex.transaction((trx) =>
      openMalfunction(trx, { kind: 'error-status', deviceId: deviceId(), at: new Date() }),
    )) ?? 0
})
const close = () =>
  db.knex.transaction((trx) => closeMalfunctions(trx, [{ kind: 'error-status', deviceId: deviceId(), at: new Date() }]))

const handlers = {
  commands: new Map([assignHandler, commentHandler, editHandler].map((each) => [each.def.name, each])),
  queries: new Map([assigneesHandler, pastHandler].map((each) => [each.def.name, each])),
  watches: new Map(),
}
async function send(login: keyof World['users'], name: string, input: object) {
  const session = await openSession(db.knex, id(login))
  return runCommand(testContext(db.knex, handlers), session, { id: randomUUID(), name, input })
}
async function ask(login: keyof World['users'], name: string, input: object) {
  const session = await openSession(db.knex, id(login))
  return runQuery(testContext(db.knex, handlers), session, { name, input })
}
const assignTo = (login: keyof World['users'], userId: number | null) =>
  send(login, assign.name, { malfunctionId, userId })
const history = () =>
  db.knex('malfunction_history').whereNot({ type: 'opened' }).orderBy('id').select('type', 'user_id', 'comment', 'data')

describe('assigning a malfunction [LIVE-2]', () => {
  it('allows operators of the site, and shows the assignee until it is reassigned or cleared', async () => {
    expect(await assignTo('rm', id('srm'))).toEqual({
      ok: true,
      reply: { assignedTo: { id: id('srm'), name: 'Test srm' } },
    })
    expect(await assignTo('rm', id('srm'))).toMatchObject({ ok: true })
    const { changes } = await db.knex('outbox').orderBy('id', 'desc').first()
    expect(changes[0]).toMatchObject({ kind: 'malfunction', view: { assignedTo: { name: 'Test srm' } } })
    expect(await assignTo('admin', id('admin'))).toMatchObject({ ok: true })
    expect(await assignTo('srm', null)).toEqual({ ok: true, reply: { assignedTo: null } })
    expect(await history()).toMatchObject([
      { type: 'assigned', user_id: id('rm'), data: { name: 'Test srm' } },
      { type: 'assigned', user_id: id('admin'), data: { name: 'Test admin' } },
      { type: 'assigned', user_id: id('srm'), data: { name: null } },
    ])
  })

  it.each(['foreignRm', 'visitor', 'support', 'unfinished'] as const)('not to %s', async (login) => {
    expect(await assignTo('rm', id(login))).toMatchObject({ refusal: { code: 'not-an-operator-there' } })
    expect(await history()).toEqual([])
  })

  it('is refused after the end, and to people of other zones', async () => {
    expect(await assignTo('foreignRm', id('foreignRm'))).toMatchObject({ refusal: { code: 'not-found' } })
    await close()
    expect(await assignTo('rm', id('rm'))).toMatchObject({ refusal: { code: 'malfunction-closed' } })
  })

  it('offers the eligible people', async () => {
    const answer = await ask('rm', assignees.name, { malfunctionId })
    const names = ['Test admin', 'Test remote', 'Test rm', 'Test srm']
    expect(answer).toMatchObject({ ok: true, view: { users: names.map((name) => ({ name })) } })
    expect(await ask('foreignRm', assignees.name, { malfunctionId })).toMatchObject({ refusal: { code: 'not-found' } })
  })
})

describe('commenting on a malfunction [LIVE-2]', () => {
  it('works after the end too; each comment has author and time, and the board counts them', async () => {
    const say = (login: keyof World['users'], text: string) => send(login, comment.name, { malfunctionId, text })
    expect(await say('rm', '  the flap is bent  ')).toMatchObject({ ok: true })
    const { changes } = await db.knex('outbox').orderBy('id', 'desc').first()
    expect(changes).toMatchObject([
      { kind: 'malfunction', view: { comments: 1 } },
      { kind: 'incident' },
      { kind: 'incidentEntry' },
      { kind: 'incidentEntry', view: { type: 'comment', by: 'Test rm', comment: 'the flap is bent' } },
    ])
    await close()
    expect(await say('srm', 'straightened it')).toMatchObject({ ok: true })
    expect((await history()).map((entry) => entry.comment)).toEqual(['the flap is bent', null, 'straightened it'])
    expect(await say('rm', '   ')).toMatchObject({ ok: false })
    expect(await say('rm', 'x'.repeat(2_049))).toMatchObject({ ok: false })
    expect(await say('foreignRm', 'hello')).toMatchObject({ refusal: { code: 'not-found' } })
  })
})

describe('past malfunctions [LIVE-2]', () => {
  it('are found by zone, site, device, kind and span, newest end first, page by page', async () => {
    await close()
    const past = (hours: number, kind: string, device: number | null) =>
      db.knex('malfunctions').insert({
        kind,
        severity: 'error',
        device_id: device,
        gateway_id: world.own.gateway.id,
        site_id: world.own.siteId,
        opened_at: new Date(Date.now() - (hours + 1) * 3_600_000),
        closed_at: new Date(Date.now() - hours * 3_600_000),
      })
    await past(3, 'unreachable', world.own.gateway.devices[1]?.id ?? 0)
    await past(30, 'gateway-silent', null)
    await db.knex.transaction((trx) =>
      openMalfunction(trx, { kind: 'sensor-dirty', deviceId: deviceId(), at: new Date() }),
    )
    const kinds = async (input: object, login: keyof World['users'] = 'rm') => {
      const { page, limit, ...filters } = input as { page?: number; limit?: number }
      const answer = await ask(login, pastMalfunctions.name, { page, pageSize: limit, filters })
      if (!answer.ok) throw new Error(JSON.stringify(answer))
      const { rows: malfunctions, recordCount } = answer.view as { rows: { kind: string }[]; recordCount: number }
      return [recordCount, ...malfunctions.map(({ kind }) => kind)]
    }
    expect(await kinds({})).toEqual([3, 'error-status', 'unreachable', 'gateway-silent'])
    expect(await kinds({ limit: 1, page: 2 })).toEqual([3, 'unreachable'])
    expect(await kinds({ zoneId: world.own.id, siteId: world.own.siteId })).toHaveLength(4)
    expect(await kinds({ siteId: world.foreign.siteId })).toEqual([0])
    expect(await kinds({ deviceId: deviceId() })).toEqual([1, 'error-status'])
    expect(await kinds({ kind: 'gateway-silent' })).toEqual([1, 'gateway-silent'])
    const at = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
    expect(await kinds({ from: at(31), until: at(2) })).toEqual([2, 'unreachable', 'gateway-silent'])
    expect(await kinds({ from: at(29), until: at(4.5) })).toEqual([0])
    expect(await kinds({}, 'foreignRm')).toEqual([0])
    expect(await kinds({}, 'admin')).toHaveLength(4)
  })
})

describe('a device that moves [LIVE-2]', () => {
  const roomsFor = async (login: keyof World['users'], which = malfunctionId) =>
    roomsOf(
      testContext(db.knex, handlers),
      incidentHandler,
      { malfunctionId: which },
      { sessionHash: await openSession(db.knex, id(login)) },
    )
  const board = async (login: keyof World['users']) => {
    const session = { sessionHash: await openSession(db.knex, id(login)) }
    const context = testContext(db.knex, handlers)
    const joined = await roomsOf(context, malfunctionsHandler, {}, session)
    const view = await readWatch(
      context,
      { handler: malfunctionsHandler, input: {}, rooms: joined },
      session,
      undefined,
    )
    return view === 'moved' ? 'moved' : view.changes.map((change) => change.id)
  }

  it('takes open malfunctions to the board of its new site; past ones stay at the old one, without the device', async () => {
    await close()
    const old = malfunctionId
    await db
      .knex('malfunctions')
      .where({ id: old })
      .update({ changed_at: new Date(0) })
    malfunctionId =
      (await db.knex.transaction((trx) =>
        openMalfunction(trx, { kind: 'error-status', deviceId: deviceId(), at: new Date() }),
      )) ?? 0
    expect(await roomsFor('rm')).toEqual([rooms.incident(malfunctionId), rooms.device(deviceId())])
    const { gateway, siteId } = world.foreign
    const device = await Device.query(db.knex).findById(deviceId()).throwIfNotFound()
    const { id, version } = device
    const fields = { ...(await valuesOf(db.knex, device)), siteId, gatewayId: gateway.id, hardwareId: 'moved' }
    expect(await send('admin', edit.name, { deviceId: id, version, ...fields })).toMatchObject({ ok: true })
    try {
      const { rows: told } = await db.knex.raw<{ rows: { id: number; view: object | null; rooms: string[] }[] }>(
        `SELECT c.* FROM outbox o CROSS JOIN LATERAL jsonb_to_recordset(o.changes) AS c (kind text, id integer, view jsonb, rooms jsonb)
         WHERE c.kind = 'malfunction' AND o.id = (SELECT max(id) FROM outbox WHERE changes::text LIKE '%"malfunction"%')`,
      )
      expect(told).toMatchObject([
        { id: malfunctionId, view: { site: { id: siteId }, gateway: { id: gateway.id } } },
        { id: malfunctionId, view: null },
      ])
      expect(told[0]?.rooms).toContain(rooms.site(siteId))
      expect(told[1]?.rooms).toContain(rooms.site(world.own.siteId))
      expect(told[1]?.rooms).not.toContain(rooms.device(deviceId()))
      expect([await board('rm'), await board('foreignRm')]).toEqual([[], [malfunctionId]])
      await expect(roomsFor('rm')).rejects.toThrow('not-found')
      expect(await roomsFor('foreignRm')).toEqual([rooms.incident(malfunctionId), rooms.device(deviceId())])
      expect(await roomsFor('rm', old)).toEqual([rooms.incident(old)])
    } finally {
      await db
        .knex('devices')
        .where({ id: deviceId() })
        .update({ site_id: world.own.siteId, gateway_id: world.own.gateway.id })
    }
  })
})
