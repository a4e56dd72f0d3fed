import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { join } from '../commands/testing/joined.ts'
import { connectGateway, startPortal, type TestPortal } from '../commands/testing/portal.ts'
import { issue, makeSite, stateOf } from '../commands/testing/site.ts'
import { verify } from '../gateways/testing/verify.ts'

let database: TestDatabase
let one: TestPortal
let two: TestPortal
beforeAll(async () => {
  database = await createTestDatabase()
  one = await startPortal(database.knex)
  two = await startPortal(database.knex)
  join([one.io, two.io])
})
afterAll(async () => {
  await one.stop()
  await two.stop()
  await database.close()
})

describe('several processes', () => {
  it('route a command to the process that holds the link, once, whoever dispatches it [CTRL-8] [GW-2]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(two.url, site.token)
    expect(await one.link.linked(site.gatewayId)).toBe(true)
    const deviceCommandId = await issue(knex, site)
    await Promise.all([
      one.link.dispatch(site.gatewayId),
      two.link.dispatch(site.gatewayId),
      one.link.dispatchPending(),
    ])
    await vi.waitFor(async () => expect((await stateOf(knex, deviceCommandId)).state).toBe('taken'))
    expect(gateway.deviceCommands).toHaveLength(1)
    expect(gateway.deviceCommands.every((frame) => verify(frame, site.orderKey))).toBe(true)
    gateway.socket.close()
  })

  it('leave a command to the process that holds the link, which handles a refusal', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(two.url, site.token)
    gateway.answer = { taken: false, code: 'unknown-device' }
    const deviceCommandId = await issue(knex, site)
    await one.link.dispatch(site.gatewayId)
    expect((await stateOf(knex, deviceCommandId)).state).toBe('queued')
    await two.link.dispatch(site.gatewayId)
    await vi.waitFor(async () =>
      expect(await stateOf(knex, deviceCommandId)).toMatchObject({ state: 'failed', reason: 'unknown-device' }),
    )
    gateway.socket.close()
  })

  it('replace an old link by a new one at the other process [GW-2]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const old = await connectGateway(one.url, site.token)
    const gone = new Promise((resolve) => old.socket.once('disconnect', resolve))
    const next = await connectGateway(two.url, site.token)
    await gone
    expect(old.replaced()).toBe(true)
    await issue(knex, site)
    await Promise.all([one.link.dispatchPending(), two.link.dispatchPending()])
    await vi.waitFor(() => expect(next.deviceCommands).toHaveLength(1))
    expect(old.deviceCommands).toHaveLength(0)
    expect(await knex('gateways').where({ id: site.gatewayId }).first('linked')).toEqual({ linked: true })
    next.socket.close()
  })

  it('keep exactly one of many links at both at once', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const urls = [one.url, two.url, one.url, two.url, one.url, two.url]
    const tries = await Promise.allSettled(urls.map((url) => connectGateway(url, site.token)))
    const open = () =>
      tries.flatMap((each) => (each.status === 'fulfilled' && each.value.socket.connected ? [each.value] : []))
    await vi.waitFor(() => expect(open()).toHaveLength(1))
    // The remaining one may still be on its way into the database.
    await vi.waitFor(async () => {
      expect(await one.link.linked(site.gatewayId)).toBe(true)
      expect(await two.link.linkedAmong([site.gatewayId, 999_999])).toEqual(new Set([site.gatewayId]))
    })
    for (const { socket } of open()) socket.close()
    await vi.waitFor(async () =>
      expect(await knex('gateways').where({ id: site.gatewayId }).first('linked')).toEqual({ linked: false }),
    )
  })

  it('do not record a connection that was replaced before its turn: it would look like the newest [GW-2]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const noted = vi.fn()
    const note = ({ sql }: { sql: string }) => void (sql.includes('SET linked = true') && noted())
    const held = await knex.transaction()
    await held.raw('SELECT FROM gateways WHERE id = ? FOR UPDATE', [site.gatewayId])
    knex.on('query', note)
    const gone = vi.fn()
    const tries = [0, 0, 0].map(() => connectGateway(one.url, site.token).catch(() => void gone()))
    try {
      await vi.waitFor(() => expect(gone).toHaveBeenCalledTimes(2))
      await vi.waitFor(() => expect(noted).toHaveBeenCalledTimes(1))
    } finally {
      await held.commit()
    }
    const last = (await Promise.all(tries)).find((each) => each !== undefined)
    expect(noted).toHaveBeenCalledTimes(2)
    expect(await two.link.linked(site.gatewayId)).toBe(true)
    knex.off('query', note)
    last?.socket.close()
  })

  it('count a gateway as linked if it connects while the others are being asked, and its command waits for it [OPS-3] [CTRL-8]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const deviceCommandId = await issue(knex, site)
    const held = await knex.transaction()
    await held.raw('LOCK TABLE processes IN ACCESS EXCLUSIVE MODE')
    const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%JOIN processes%'`
    const asked = [one.link.linked(site.gatewayId), one.link.dispatch(site.gatewayId)] as const
    const before = one.link.count()
    try {
      await vi.waitFor(async () => expect((await knex.raw(waiting)).rows).toEqual([{ n: 2 }]))
      const coming = connectGateway(one.url, site.token)
      await vi.waitFor(() => expect(one.link.count()).toBe(before + 1))
      await held.commit()
      expect(await asked[0]).toBe(true)
      await asked[1]
      const gateway = await coming
      await vi.waitFor(async () => expect((await stateOf(knex, deviceCommandId)).state).toBe('taken'))
      gateway.socket.close()
    } finally {
      if (!held.isCompleted()) await held.rollback()
    }
  })

  it('count a gateway as linked if it leaves while the others are asked for another one', async () => {
    const { knex } = database
    const [leaving, away] = [await makeSite(knex), await makeSite(knex)]
    const { socket } = await connectGateway(one.url, leaving.token)
    const before = one.link.count()
    const held = await knex.transaction()
    await held.raw('LOCK TABLE processes IN ACCESS EXCLUSIVE MODE')
    const asked = one.link.linkedAmong([leaving.gatewayId, away.gatewayId])
    socket.close()
    try {
      await vi.waitFor(() => expect(one.link.count()).toBe(before - 1))
    } finally {
      await held.commit()
    }
    expect(await asked).toEqual(new Set([leaving.gatewayId]))
  })

  it('leave the links of the other process alone when sweeping', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(two.url, site.token)
    await knex('gateways')
      .where({ id: site.gatewayId })
      .update({ linked_at: knex.raw(`linked_at - interval '1 hour'`) })
    await one.link.sweep()
    expect(await knex('gateways').where({ id: site.gatewayId }).first('linked')).toEqual({ linked: true })
    gateway.socket.close()
  })
})

describe('a process that shuts down', () => {
  it('counts its gateways as linked like the others do, and fails no command for lack of its own connections [OPS-3] [CTRL-8]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const ending = await startPortal(knex)
    await connectGateway(ending.url, site.token)
    const deviceCommandId = await issue(knex, site)
    const held = await knex.transaction()
    await held.raw('LOCK TABLE gateways IN ACCESS EXCLUSIVE MODE')
    const dispatched = ending.link.dispatch(site.gatewayId)
    const asks = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT id, linked, link_process%'`
    let stopping: Promise<void> | undefined
    try {
      await vi.waitFor(async () => expect((await knex.raw(asks)).rows).not.toEqual([]))
      stopping = ending.link.stop()
    } finally {
      await held.commit()
    }
    const [linked] = await Promise.all([ending.link.linked(site.gatewayId), dispatched, stopping])
    expect(linked).toBe(true)
    // As one does that was under way when it ended.
    await ending.link.sweep()
    expect(await ending.link.linked(site.gatewayId)).toBe(true)
    expect(await one.link.linked(site.gatewayId)).toBe(true)
    await one.link.dispatch(site.gatewayId)
    expect((await stateOf(knex, deviceCommandId)).state).toBe('queued')
    const next = await connectGateway(two.url, site.token)
    await vi.waitFor(async () => expect((await stateOf(knex, deviceCommandId)).state).toBe('taken'))
    next.socket.close()
    await ending.stop()
  })

  it('receives the answers to what it has sent before its connections close [OPS-3] [CTRL-8]', async () => {
    const { knex } = database
    const sites = [await makeSite(knex), await makeSite(knex), await makeSite(knex), await makeSite(knex)]
    const ending = await startPortal(knex)
    const gateways = await Promise.all(sites.map((site) => connectGateway(ending.url, site.token)))
    const deviceCommandIds = await Promise.all(sites.map((site) => issue(knex, site)))
    const first = new Promise((resolve) => gateways[0]?.socket.once('order', resolve))
    void ending.link.dispatchPending()
    await first
    await ending.link.stop()
    const states = await Promise.all(deviceCommandIds.map((deviceCommandId) => stateOf(knex, deviceCommandId)))
    expect(states.map(({ state }) => state)).toEqual(
      gateways.map(({ deviceCommands }) => (deviceCommands.length > 0 ? 'taken' : 'queued')),
    )
    expect(states[0]?.state).toBe('taken')
    await ending.stop()
  })
})

describe('processes that cannot notify each other of links', () => {
  let apart: TestPortal[]
  beforeAll(async () => {
    // The first one does not look by itself while a test runs.
    apart = await Promise.all([startPortal(database.knex, { graceMs: 60_000 }), startPortal(database.knex)])
  })
  afterAll(() => Promise.all(apart.map((portal) => portal.stop())))
  const pair = () => apart as [TestPortal, TestPortal]

  it('never send a command to a connection that a newer one in another process has replaced [OPS-3] [GW-2]', async () => {
    const { knex } = database
    const [first, second] = pair()
    const site = await makeSite(knex)
    const old = await connectGateway(first.url, site.token)
    const next = await connectGateway(second.url, site.token)
    expect(old.socket.connected).toBe(true)
    const deviceCommandId = await issue(knex, site)
    await first.link.dispatch(site.gatewayId)
    expect(await stateOf(knex, deviceCommandId)).toMatchObject({ state: 'queued' })
    await second.link.dispatch(site.gatewayId)
    await vi.waitFor(async () => expect((await stateOf(knex, deviceCommandId)).state).toBe('taken'))
    expect([old.deviceCommands, next.deviceCommands].map((deviceCommands) => deviceCommands.length)).toEqual([0, 1])
    await vi.waitFor(() => expect(old.replaced()).toBe(true))
    next.socket.close()
  })

  it('do not mistake a connection for the link after a newer one has come and gone', async () => {
    const { knex } = database
    const [first, second] = pair()
    const site = await makeSite(knex)
    const old = await connectGateway(first.url, site.token)
    const next = await connectGateway(second.url, site.token)
    next.socket.close()
    const linked = async () => (await knex('gateways').where({ id: site.gatewayId }).first('linked')).linked as boolean
    await vi.waitFor(async () => expect(await linked()).toBe(false))
    await first.link.sweep()
    await vi.waitFor(() => expect(old.replaced()).toBe(true))
    expect(await linked()).toBe(false)
  })
})
