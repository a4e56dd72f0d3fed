import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderFrame } from '../../contract/gateway.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createDispatcher, type LinkTarget } from './dispatch.ts'
import { issueOrders } from './issue.ts'
import { issue, keptOf, makeSite, type TestSite, wish } from './testing/site.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** A dispatcher of one process, with what it sent. `links` says whether a link is there. */
async function start(site: TestSite, links: () => boolean = () => true) {
  const { knex } = database
  const { id: tokenId } = (await knex('gateway_tokens').where({ gateway_id: site.gatewayId }).first('id')) as {
    id: number
  }
  const frames: OrderFrame[] = []
  const target: LinkTarget = {
    tokenId,
    order: async (frame) => {
      frames.push(frame)
      return { taken: true }
    },
  }
  const find = async () => (links() ? target : null)
  return { frames, dispatcher: createDispatcher({ knex, log: pino({ level: 'silent' }), find }) }
}

const counters = (of: readonly { counter: number | null }[]) => of.map(({ counter }) => counter)

it('orders to many devices of a gateway at once go out with counters without gap or doubling [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 45 })
  const { frames, dispatcher } = await start(site)
  await Promise.all(site.deviceIds.map((_, place) => issue(knex, site, 'open', place)))
  // Two processes may both believe for a moment that the link is theirs.
  const another = await start(site)
  await Promise.all([dispatcher.dispatch(site.gatewayId), another.dispatcher.dispatch(site.gatewayId)])
  await Promise.all([dispatcher.stop(), another.dispatcher.stop()])
  const sent = [...frames, ...another.frames].sort((a, b) => a.counter - b.counter)
  const upTo = Array.from({ length: 45 }, (_, place) => place + 1)
  expect(counters(sent)).toEqual(upTo)
  for (const each of [frames, another.frames])
    expect(counters(each)).toEqual(counters(each).sort((a, b) => (a ?? 0) - (b ?? 0)))
  const kept = await keptOf(knex, site.gatewayId)
  expect(kept.every(({ state }) => state === 'taken')).toBe(true)
  const byCounter = kept.sort((a, b) => (a.counter ?? 0) - (b.counter ?? 0))
  expect(byCounter.map(({ id, counter }) => [id, counter])).toEqual(sent.map(({ order, counter }) => [order, counter]))
})

it('one line sends what was issued first, first [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 3 })
  const now = Date.now()
  const ids = [
    await issue(knex, site, 'open', 2, new Date(now - 2_000)),
    await issue(knex, site, 'open', 0, new Date(now - 1_000)),
    await issue(knex, site, 'open', 1, new Date(now)),
  ]
  const { frames, dispatcher } = await start(site)
  await dispatcher.dispatch(site.gatewayId)
  await dispatcher.stop()
  expect(frames.map(({ order, counter }) => [order, counter])).toEqual(ids.map((id, place) => [id, place + 1]))
})

it('orders of one wish go out in the order of the wish, whatever counter the release before gave them [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 60 })
  const wishes = site.deviceIds.map((_, place) => wish(site, 'open', place)).reverse()
  const issued = await knex.transaction((trx) => issueOrders(trx, wishes, new Date()))
  await knex('gateways').where({ id: site.gatewayId }).update({ order_counter: 7 })
  await knex('orders').where({ id: issued[0]?.orderId }).update({ counter: 7 })
  const { frames, dispatcher } = await start(site)
  await dispatcher.dispatch(site.gatewayId)
  await dispatcher.stop()
  expect(frames.map(({ order, counter }) => [order, counter])).toEqual(
    issued.map(({ orderId }, place) => [orderId, place + 8]),
  )
})

it('a gateway that is held for a moment holds its line, and what is sent then is sent once [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex)
  const { frames, dispatcher } = await start(site)
  await issue(knex, site)
  const holding = await knex.transaction()
  await holding.raw('SELECT FROM gateways WHERE id = ? FOR NO KEY UPDATE', [site.gatewayId])
  const sending = dispatcher.dispatch(site.gatewayId)
  const waits = () =>
    knex('pg_stat_activity').where({ wait_event_type: 'Lock' }).andWhereLike('query', '%order_counter%')
  await expect.poll(waits, { timeout: 4_000 }).toHaveLength(1)
  expect(frames).toEqual([])
  await holding.rollback()
  await sending
  await dispatcher.stop()
  expect(counters(frames)).toEqual([1])
})

it('what is not sent has no counter and leaves no gap [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 3 })
  let linked = true
  const { frames, dispatcher } = await start(site, () => linked)
  await issue(knex, site, 'open', 0)
  await dispatcher.dispatch(site.gatewayId)
  linked = false
  await issue(knex, site, 'open', 1)
  await dispatcher.dispatch(site.gatewayId)
  linked = true
  await issue(knex, site, 'open', 2)
  await dispatcher.dispatch(site.gatewayId)
  await dispatcher.stop()
  expect(counters(frames)).toEqual([1, 2])
  const kept = await keptOf(knex, site.gatewayId)
  expect(kept.map(({ state, counter }) => [state, counter])).toEqual([
    ['taken', 1],
    ['failed', null],
    ['taken', 2],
  ])
})
