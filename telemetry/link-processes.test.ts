import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../db/testing/database.ts'
import { join } from './orders/testing/joined.ts'
import { connectGateway, startPortal, type TestPortal } from './orders/testing/portal.ts'
import { issue, makeSite, stateOf } from './orders/testing/site.ts'
import { verify } from './sign.ts'

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
  it('an order goes to the process that holds the link, once, whoever dispatches [CTRL-8] [GW-2]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(two.url, site.token)
    expect(await one.link.linked(site.gatewayId)).toBe(true)
    const orderId = await issue(knex, site)
    await Promise.all([one.link.dispatch(orderId), two.link.dispatch(orderId), one.link.dispatchPending()])
    await vi.waitFor(async () => expect((await stateOf(knex, orderId)).state).toBe('taken'))
    expect(gateway.orders).toHaveLength(1)
    expect(gateway.orders.every((frame) => verify(frame, site.orderKey))).toBe(true)
    gateway.socket.close()
  })

  it('an order from the other process waits for the gateway’s answer, and takes a refusal', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const gateway = await connectGateway(two.url, site.token)
    gateway.answer = { taken: false, code: 'unknown-device' }
    const orderId = await issue(knex, site)
    await one.link.dispatch(orderId)
    await vi.waitFor(async () =>
      expect(await stateOf(knex, orderId)).toMatchObject({ state: 'failed', reason: 'unknown-device' }),
    )
    gateway.socket.close()
  })

  it('a new link at the other process replaces the old one [GW-2]', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const old = await connectGateway(one.url, site.token)
    const gone = new Promise((resolve) => old.socket.once('disconnect', resolve))
    const next = await connectGateway(two.url, site.token)
    await gone
    expect(old.replaced()).toBe(true)
    await issue(knex, site)
    await one.link.dispatchPending()
    await vi.waitFor(() => expect(next.orders).toHaveLength(1))
    expect(old.orders).toHaveLength(0)
    expect(await knex('gateways').where({ id: site.gatewayId }).first('linked')).toEqual({ linked: true })
    next.socket.close()
  })

  it('of many at both at once exactly one stays', async () => {
    const { knex } = database
    const site = await makeSite(knex)
    const urls = [one.url, two.url, one.url, two.url, one.url, two.url]
    const tries = await Promise.allSettled(urls.map((url) => connectGateway(url, site.token)))
    const open = () =>
      tries.flatMap((each) => (each.status === 'fulfilled' && each.value.socket.connected ? [each.value] : []))
    await vi.waitFor(() => expect(open()).toHaveLength(1))
    expect(await one.link.linked(site.gatewayId)).toBe(true)
    expect(await two.link.linkedAmong([site.gatewayId, 999_999])).toEqual(new Set([site.gatewayId]))
    for (const { socket } of open()) socket.close()
    await vi.waitFor(async () =>
      expect(await knex('gateways').where({ id: site.gatewayId }).first('linked')).toEqual({ linked: false }),
    )
  })

  it('the sweep of one leaves the links of the other alone', async () => {
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
