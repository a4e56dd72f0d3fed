import type { Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { DeviceView } from '../../contract/devices.ts'
import type { OrderFrame } from '../../contract/gateway.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { issueDeviceCommand } from '../commands/testing/issue.ts'
import { connectGateway, startPortal, type TestPortal } from '../commands/testing/portal.ts'
import { issue, kept, makeSite, request, stateOf, told } from '../commands/testing/site.ts'
import { lockDevices } from '../commands/transition.ts'
import { rotateGatewayToken } from '../gateways/rotate-token.ts'
import { verify } from '../gateways/testing/verify.ts'

let database: TestDatabase
let portal: TestPortal
beforeAll(async () => {
  database = await createTestDatabase()
  portal = await startPortal(database.knex)
})
afterAll(async () => {
  await portal.stop()
  await database.close()
})

const linkedRow = async (gatewayId: number): Promise<boolean> =>
  (await database.knex('gateways').where({ id: gatewayId }).first<{ linked: boolean }>('linked')).linked
const status = (id: string, device: string, seconds = 0) => ({
  id,
  at: new Date(Date.now() + seconds * 1_000).toISOString(),
  device,
  kind: 'status',
  status: 'free',
  door: 'open',
})

describe('opening a link', () => {
  it('sends the time of its hello, however long it took to record the link: reports are compared with it [GW-2] [CTRL-5]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const holding = await knex.transaction()
    await holding.raw('LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE')
    const opening = connectGateway(portal.url, site.token)
    const waits = () => knex('pg_stat_activity').where({ wait_event_type: 'Lock' }).andWhereLike('query', '%outbox%')
    await vi.waitFor(async () => expect(await waits()).toHaveLength(1))
    const { rows } = await holding.raw<{ rows: { at: Date }[] }>('SELECT clock_timestamp() AS at')
    // Longer than the database's word may be on its way, by which hello's time is behind.
    const later = async () =>
      (
        await holding.raw<{ rows: { is: boolean }[] }>(
          `SELECT clock_timestamp() > ?::timestamptz + interval '1 s' AS is`,
          [rows[0]?.at ?? null],
        )
      ).rows[0]?.is
    await expect.poll(later).toBe(true)
    expect(await waits()).toHaveLength(1)
    await holding.rollback()
    const gateway = await opening
    expect(Date.parse(gateway.hello.time)).toBeGreaterThanOrEqual(rows[0]?.at.getTime() ?? Number.NaN)
    gateway.socket.close()
  })

  it('sends hello with the time, the protocol and the heartbeat [GW-2]', async () => {
    const site = await makeSite(database.knex)
    const gateway = await connectGateway(portal.url, site.token)
    expect(gateway.hello).toEqual({
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      protocol: 1,
      heartbeatSeconds: 25,
    })
    expect(Math.abs(Date.parse(gateway.hello.time) - Date.now())).toBeLessThan(2_000)
    expect(await portal.link.linked(site.gatewayId)).toBe(true)
    gateway.socket.close()
  })

  it.each([
    ['no token', undefined],
    ['an unknown token', 'A'.repeat(43)],
    ['a broken token', "' OR true --"],
    ['no text', { $gt: '' }],
  ])('is refused with %s [GW-2]', async (_, token) => {
    await expect(connectGateway(portal.url, token)).rejects.toThrow('not-authorized')
  })

  it('is refused over polling, and with a revoked token', async () => {
    const site = await makeSite(database.knex)
    await expect(connectGateway(portal.url, site.token, ['polling'])).rejects.toThrow('websocket-only')
    await database.knex('gateway_tokens').where({ gateway_id: site.gatewayId }).update({ revoked_at: new Date() })
    await expect(connectGateway(portal.url, site.token)).rejects.toThrow('not-authorized')
  })

  it('fails no command while the link is being recorded: it is sent afterwards [GW-2] [CTRL-8]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const deviceCommandId = await issue(knex, site)
    const held = await knex.transaction()
    await lockDevices(held, site.deviceIds)
    const before = portal.link.count()
    const opening = connectGateway(portal.url, site.token)
    await vi.waitFor(() => expect(portal.link.count()).toBe(before + 1))
    const dispatched = portal.link.dispatch(site.gatewayId)
    expect(await portal.link.linked(site.gatewayId)).toBe(true)
    await held.commit()
    const gateway = await opening
    await dispatched
    await vi.waitFor(async () => expect((await stateOf(knex, deviceCommandId)).state).toBe('taken'))
    expect(gateway.deviceCommands).toHaveLength(1)
    gateway.socket.close()
  })

  it('replaces the old link, which is notified [GW-2]', async () => {
    const site = await makeSite(database.knex)
    const old = await connectGateway(portal.url, site.token)
    const gone = new Promise((resolve) => old.socket.once('disconnect', resolve))
    const next = await connectGateway(portal.url, site.token)
    await gone
    expect(old.replaced()).toBe(true)
    expect(next.socket.connected).toBe(true)
    await issue(database.knex, site)
    await portal.link.dispatchPending()
    await vi.waitFor(() => expect(next.deviceCommands).toHaveLength(1))
    expect(old.deviceCommands).toHaveLength(0)
    expect(await linkedRow(site.gatewayId)).toBe(true)
    next.socket.close()
  })

  it('keeps one of many concurrent links, the one that the database has', async () => {
    const site = await makeSite(database.knex)
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => connectGateway(portal.url, site.token)))
    const open = () =>
      tries.flatMap((each) => (each.status === 'fulfilled' && each.value.socket.connected ? [each.value] : []))
    await vi.waitFor(() => expect(open()).toHaveLength(1))
    expect(await portal.link.linked(site.gatewayId)).toBe(true)
    // One that comes and goes after the others is noted as gone; so were they, and none of them took the link away.
    const later = await makeSite(database.knex)
    const last = await connectGateway(portal.url, later.token)
    last.socket.close()
    await vi.waitFor(async () => expect(await linkedRow(later.gatewayId)).toBe(false))
    expect(await linkedRow(site.gatewayId)).toBe(true)
    for (const { socket } of open()) socket.close()
    await vi.waitFor(async () => expect(await linkedRow(site.gatewayId)).toBe(false))
  })

  it('shows link changes on screens, all devices in one row of the outbox [GW-2]', async () => {
    const site = await makeSite(database.knex, { devices: 3 })
    const rows = async () => {
      const views = (await told(database.knex)).map(({ changes }) =>
        changes.filter(({ kind }) => kind === 'device').map(({ view }) => view as DeviceView | null),
      )
      return views.filter((each) => each.some((view) => view?.gateway?.id === site.gatewayId))
    }
    const gateway = await connectGateway(portal.url, site.token)
    const [up] = await rows()
    expect(up?.map((view) => [view?.id, view?.gateway.linked])).toEqual(site.deviceIds.map((id) => [id, true]))
    const ofGateway = (await told(database.knex)).flatMap(({ changes }) =>
      changes.filter(({ kind, id }) => kind === 'gateway' && id === site.gatewayId),
    )
    expect(ofGateway).toMatchObject([{ view: { linked: true } }])
    gateway.socket.close()
    await vi.waitFor(async () => expect(await rows()).toHaveLength(2))
    const back = await connectGateway(portal.url, site.token)
    back.socket.close()
    await vi.waitFor(async () => expect(await rows()).toHaveLength(4))
  })

  it('at the start forgets links of a dead process, and only those', async () => {
    const { knex } = database
    const dead = await makeSite(knex)
    const alive = await makeSite(knex)
    await knex('gateways')
      .where({ id: dead.gatewayId })
      .update({ linked: true, linked_at: new Date(Date.now() - 60_000) })
    const gateway = await connectGateway(portal.url, alive.token)
    await portal.link.sweep()
    expect(await linkedRow(dead.gatewayId)).toBe(false)
    expect(await linkedRow(alive.gatewayId)).toBe(true)
    gateway.socket.close()
  })
})

describe('the link state in the database', () => {
  it('is corrected at the next heartbeat', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(portal.url, site.token)
    await knex('gateways').where({ id: site.gatewayId }).update({ linked: false })
    await portal.link.sweep()
    expect(await linkedRow(site.gatewayId)).toBe(true)
    gateway.socket.close()
    await vi.waitFor(async () => expect(await linkedRow(site.gatewayId)).toBe(false))
  })
})

describe('tokens', () => {
  it('two are live during rotation, a third closes the first', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const rotate = () => knex.transaction((trx) => rotateGatewayToken(trx, site.gatewayId, new Date()))
    const second = await rotate()
    const first = await connectGateway(portal.url, site.token)
    await portal.link.sweep()
    expect(first.socket.connected).toBe(true)
    const third = await rotate()
    const closed = new Promise((resolve) => first.socket.once('disconnect', resolve))
    await portal.link.sweep()
    await closed
    await expect(connectGateway(portal.url, site.token)).rejects.toThrow('not-authorized')
    for (const { token } of [second, third]) (await connectGateway(portal.url, token)).socket.close()
  })

  it('a revoked one stores nothing more, and the link closes at its next message', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(portal.url, site.token)
    await knex('gateway_tokens').where({ gateway_id: site.gatewayId }).update({ revoked_at: new Date() })
    const closed = new Promise((resolve) => gateway.socket.once('disconnect', resolve))
    gateway.socket.emit('messages', { messages: [status('m-1', 'A0-1')] }, () => {})
    await closed
    expect(await knex('gateway_receipts').where({ gateway_id: site.gatewayId })).toHaveLength(0)
  })
})

describe('messages over the link', () => {
  it('get the same replies as over HTTP, duplicates too [GW-1]', async () => {
    const site = await makeSite(database.knex)
    const gateway = await connectGateway(portal.url, site.token)
    const body = { messages: [status('m-1', 'A0-1'), status('m-2', 'nowhere')] }
    const send = () => gateway.socket.timeout(60_000).emitWithAck('messages', body)
    expect(await send()).toMatchObject({ stored: 1, duplicate: 0, refused: [{ id: 'm-2', code: 'unknown-device' }] })
    expect(await send()).toMatchObject({ stored: 0, duplicate: 1 })
    gateway.socket.close()
  })

  it('with an invalid body return an error, and the link stays', async () => {
    const site = await makeSite(database.knex)
    const gateway = await connectGateway(portal.url, site.token)
    const send = (body: unknown) => gateway.socket.timeout(60_000).emitWithAck('messages', body)
    for (const body of [null, 7, 'x', [], {}, { messages: 'x' }, { messages: null }, Buffer.from('x')]) {
      expect(await send(body)).toEqual({ error: 'bad-body' })
    }
    expect(await send({ messages: Array.from({ length: 1_001 }, () => ({})) })).toEqual({ error: 'too-large' })
    const raw: Socket = gateway.socket
    raw.emit('messages', { messages: [] })
    raw.emit('messages')
    raw.emit('nonsense', {})
    expect(await send({ messages: [status('m-9', 'A0-1')] })).toMatchObject({ stored: 1 })
    gateway.socket.close()
  })
})

describe('commands over the link', () => {
  it('are sent once, signed, with counter and deadline; taken is not done [CTRL-1] [GW-2]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(portal.url, site.token)
    const deviceCommandId = await issue(knex, site, 'open')
    await Promise.all([
      portal.link.dispatch(site.gatewayId),
      portal.link.dispatch(site.gatewayId),
      portal.link.dispatchPending(),
    ])
    await vi.waitFor(async () => expect((await stateOf(knex, deviceCommandId)).state).toBe('taken'))
    expect(gateway.deviceCommands).toHaveLength(1)
    const frame = gateway.deviceCommands[0] as OrderFrame
    const row = await kept(knex, deviceCommandId)
    expect(frame).toEqual({
      order: deviceCommandId,
      counter: 1,
      device: 'A0-1',
      do: 'open',
      issuedAt: row.issued_at.toISOString(),
      expiresAt: row.deadline.toISOString(),
      signature: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(verify(frame, site.orderKey)).toBe(true)
    expect(verify({ ...frame, do: 'close' }, site.orderKey)).toBe(false)
    expect(verify({ ...frame, signature: 'x' }, site.orderKey)).toBe(false)
    expect(verify(frame, Buffer.alloc(32))).toBe(false)
    await gateway.socket.timeout(60_000).emitWithAck('messages', { messages: [status('m-1', 'A0-1', 0.05)] })
    expect((await stateOf(knex, deviceCommandId)).state).toBe('confirmed')
    gateway.socket.close()
  })

  it('are signed with the key of the token that holds the link', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const second = await knex.transaction((trx) => rotateGatewayToken(trx, site.gatewayId, new Date()))
    const gateway = await connectGateway(portal.url, second.token)
    await issue(knex, site)
    await portal.link.dispatch(site.gatewayId)
    await vi.waitFor(() => expect(gateway.deviceCommands).toHaveLength(1))
    expect(verify(gateway.deviceCommands[0] as OrderFrame, Buffer.from(second.orderKey, 'base64url'))).toBe(true)
    gateway.socket.close()
  })

  it('reach their gateway by rising counter, whoever dispatches first [CTRL-8]', async () => {
    const { knex } = database
    // More than are looked up together.
    const site = await makeSite(knex, { devices: 45 })
    const gateway = await connectGateway(portal.url, site.token)
    await Promise.all(site.deviceIds.map((_, place) => issue(knex, site, 'open', place)))
    await Promise.all([portal.link.dispatch(site.gatewayId), portal.link.dispatch(site.gatewayId)])
    expect(await knex('device_commands').where({ gateway_id: site.gatewayId, state: 'queued' })).toEqual([])
    await vi.waitFor(() => expect(gateway.deviceCommands).toHaveLength(45))
    expect(gateway.deviceCommands.map(({ counter }) => counter)).toEqual(site.deviceIds.map((_, place) => place + 1))
    gateway.socket.close()
  })

  it('without a link fail at once and are never sent later [CTRL-6]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const deviceCommandId = await issue(knex, site)
    await portal.link.dispatch(site.gatewayId)
    expect(await stateOf(knex, deviceCommandId)).toMatchObject({ state: 'failed', reason: 'gateway-unreachable' })
    const gateway = await connectGateway(portal.url, site.token)
    await portal.link.dispatchPending()
    expect(gateway.deviceCommands).toHaveLength(0)
    gateway.socket.close()
  })

  it('are not carried out after their deadline [CTRL-8]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(portal.url, site.token)
    const deviceCommandId = await issue(knex, site, 'open', 0, new Date(Date.now() - 16_000))
    await portal.link.dispatch(site.gatewayId)
    expect((await stateOf(knex, deviceCommandId)).state).toBe('expired')
    expect(gateway.deviceCommands).toHaveLength(0)
    gateway.socket.close()
  })

  it.each([
    [
      { taken: false, code: 'replayed' },
      { state: 'failed', reason: 'replayed' },
    ],
    [
      { taken: false, code: '<script>' },
      { state: 'failed', reason: 'refused' },
    ],
    [{ taken: false }, { state: 'failed', reason: 'refused' }],
    [
      { taken: false, code: 'seen' },
      { state: 'taken', reason: null },
    ],
  ])('the gateway answers %j [CTRL-5]', async (answer, expected) => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(portal.url, site.token)
    gateway.answer = answer
    const deviceCommandId = await issue(knex, site)
    await portal.link.dispatch(site.gatewayId)
    await vi.waitFor(async () => expect(await stateOf(knex, deviceCommandId)).toMatchObject(expected))
    gateway.socket.close()
  })

  it('are unknown at the deadline if the link breaks in between, not failed, and are not sent again [CTRL-5]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(portal.url, site.token)
    gateway.answer = undefined
    const issued = await knex.transaction((trx) =>
      issueDeviceCommand(trx, { ...request(site), timeoutSeconds: 3 }, new Date()),
    )
    const deviceCommandId = issued?.deviceCommandId ?? ''
    await portal.link.dispatch(site.gatewayId)
    await vi.waitFor(() => expect(gateway.deviceCommands).toHaveLength(1))
    gateway.socket.close()
    const back = await connectGateway(portal.url, site.token)
    await portal.link.dispatchPending()
    expect((await stateOf(knex, deviceCommandId)).state).toBe('sent')
    await vi.waitFor(async () => expect((await stateOf(knex, deviceCommandId)).state).toBe('unknown'))
    expect(back.deviceCommands).toHaveLength(0)
    back.socket.close()
  })

  it('taken and never confirmed fail at the deadline as not responding [CTRL-5]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(portal.url, site.token)
    const issued = await knex.transaction((trx) =>
      issueDeviceCommand(trx, { ...request(site), timeoutSeconds: 1 }, new Date()),
    )
    const deviceCommandId = issued?.deviceCommandId ?? ''
    await portal.link.dispatch(site.gatewayId)
    await vi.waitFor(async () =>
      expect(await stateOf(knex, deviceCommandId)).toMatchObject({ state: 'failed', reason: 'not-in-time' }),
    )
    expect(await knex('malfunctions').where({ device_id: site.deviceIds[0], kind: 'not-responding' })).toHaveLength(1)
    gateway.socket.close()
  })
})
