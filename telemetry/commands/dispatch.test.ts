import type { Knex } from 'knex'
import pino, { type Logger } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OrderFrame } from '../../contract/gateway.ts'
import { connect } from '../../db/connect.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { createDispatcher, type LinkTarget } from './dispatch.ts'
import { issueDeviceCommands } from './issue.ts'
import { holdDevice, holdRow, issue, keptOf, makeSite, request, stateOf, type TestSite, told } from './testing/site.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const silent = pino({ level: 'silent' })

interface Options {
  /** Whether there is a link, asked each time. */
  links?: () => boolean | Promise<boolean>
  /** Connections for outcomes of sent commands, and for outgoing commands. */
  pools?: { knex?: Knex; commandKnex?: Knex }
  reply?: (frame: OrderFrame) => Promise<unknown>
  log?: Logger
}
/** A dispatcher of one process, with the frames it sent. */
async function start(
  site: TestSite,
  { links = () => true, pools = {}, reply = async () => ({ taken: true }), log = silent }: Options = {},
) {
  const { knex } = database
  const { id: tokenId } = (await knex('gateway_tokens').where({ gateway_id: site.gatewayId }).first('id')) as {
    id: number
  }
  const frames: OrderFrame[] = []
  const target: LinkTarget = {
    tokenId,
    order: (frame) => {
      frames.push(frame)
      return reply(frame)
    },
  }
  const find = async () => ((await links()) ? target : null)
  return { frames, dispatcher: createDispatcher({ knex, commandKnex: knex, ...pools, log, find }) }
}

const counters = (of: readonly { counter: number | null }[]) => of.map(({ counter }) => counter)

it('sends commands to many devices of a gateway with counters without gaps or duplicates [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 45 })
  const { frames, dispatcher } = await start(site)
  await Promise.all(site.deviceIds.map((_, place) => issue(knex, site, 'open', place)))
  // For a moment two processes may both believe that the link is theirs.
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

it('sends commands over one link in the order of their issue [CTRL-8]', async () => {
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

it('sends the commands of one request in its order, whatever counters the previous release gave them [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 60 })
  const requests = site.deviceIds.map((_, place) => request(site, 'open', place)).reverse()
  const issued = await knex.transaction((trx) => issueDeviceCommands(trx, requests, new Date()))
  await knex('gateways').where({ id: site.gatewayId }).update({ order_counter: 7 })
  await knex('device_commands').where({ id: issued[0]?.deviceCommandId }).update({ counter: 7 })
  const { frames, dispatcher } = await start(site)
  await dispatcher.dispatch(site.gatewayId)
  await dispatcher.stop()
  expect(frames.map(({ order, counter }) => [order, counter])).toEqual(
    issued.map(({ deviceCommandId }, place) => [deviceCommandId, place + 8]),
  )
})

it('waits for a locked gateway, then sends each command once [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex)
  const { frames, dispatcher } = await start(site)
  await issue(knex, site)
  const giveBack = await holdRow(knex, 'SELECT FROM gateways WHERE id = ? FOR NO KEY UPDATE', site.gatewayId)
  const sending = dispatcher.dispatch(site.gatewayId)
  const waits = () =>
    knex('pg_stat_activity').where({ wait_event_type: 'Lock' }).andWhereLike('query', '%order_counter%')
  await expect.poll(waits).toHaveLength(1)
  expect(frames).toEqual([])
  await giveBack()
  await sending
  await dispatcher.stop()
  expect(counters(frames)).toEqual([1])
})

it('draws no counter for what is not sent, so there is no gap [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 3 })
  let linked = true
  const { frames, dispatcher } = await start(site, { links: () => linked })
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

it('gives each of several commands released together its own end, and counters without gaps [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 4 })
  const expired = await issue(knex, site, 'open', 0, new Date(Date.now() - 60_000))
  const first = await issue(knex, site, 'open', 1)
  const withdrawn = await issue(knex, site, 'open', 2)
  await knex('device_commands').where({ id: withdrawn }).update({ allowed_by: 'reservation' })
  const last = await issue(knex, site, 'open', 3)
  const { frames, dispatcher } = await start(site)
  await dispatcher.dispatch(site.gatewayId)
  await dispatcher.stop()
  expect(frames.map(({ order, counter }) => [order, counter])).toEqual([
    [first, 1],
    [last, 2],
  ])
  const found = await keptOf(knex, site.gatewayId)
  expect(new Map(found.map(({ id, state, reason, counter }) => [id, [state, reason, counter]]))).toEqual(
    new Map([
      [expired, ['expired', 'not-in-time', null]],
      [first, ['taken', null, 1]],
      [withdrawn, ['failed', 'reservation-not-reserved', null]],
      [last, ['taken', null, 2]],
    ]),
  )
})

it('does not let a locked device delay other doors; its own command is sent once it is free [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 5 })
  const ids: string[] = []
  const requestFor = async (place: number) => void (ids[place] = await issue(knex, site, 'open', place))
  for (const place of [1, 0, 2]) await requestFor(place)
  const { frames, dispatcher } = await start(site)
  const giveBack = await holdDevice(knex, site.deviceIds[1])
  const sending = [dispatcher.dispatch(site.gatewayId)]
  const deviceCommand = ({ order: id }: OrderFrame) => ids.indexOf(id)
  await expect.poll(() => frames.map(deviceCommand)).toEqual([0, 2])
  for (const place of [3, 4]) {
    await requestFor(place)
    sending.push(dispatcher.dispatch(site.gatewayId))
    await expect.poll(() => frames.map(deviceCommand)).toContain(place)
  }
  await giveBack()
  await Promise.all(sending)
  await dispatcher.stop()
  expect(frames.map(deviceCommand)).toEqual([0, 2, 3, 4, 1])
  expect(counters(frames)).toEqual([1, 2, 3, 4, 5])
})

it('does not let a locked device delay other acknowledgements [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 3 })
  const ids: string[] = []
  for (const place of [0, 1, 2]) ids.push(await issue(knex, site, 'open', place))
  let answer = (): void => undefined
  const answers = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { dispatcher } = await start(site, { reply: () => answers.then(() => ({ taken: true })) })
  await dispatcher.dispatch(site.gatewayId)
  const giveBack = await holdDevice(knex, site.deviceIds[0])
  answer()
  const states = async () => (await keptOf(knex, site.gatewayId)).map(({ state }) => state)
  await expect.poll(states).toEqual(['sent', 'taken', 'taken'])
  await giveBack()
  await expect.poll(states).toEqual(['taken', 'taken', 'taken'])
  await dispatcher.stop()
})

it("sends while all other connections are busy, and writes the gateway's answer afterwards [CTRL-8] [OPS-4]", async () => {
  const { knex } = database
  const site = await makeSite(knex)
  const id = await issue(knex, site)
  const others = connect(database.url, { max: 1, name: 'others' })
  const { frames, dispatcher } = await start(site, { pools: { knex: others } })
  const taking = await others.transaction()
  await dispatcher.dispatch(site.gatewayId)
  expect(frames).toHaveLength(1)
  expect((await stateOf(knex, id)).state).toBe('sent')
  await taking.rollback()
  await dispatcher.stop()
  expect((await stateOf(knex, id)).state).toBe('taken')
  await others.destroy()
})

it('uses one connection and few commits for answers to many frames [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 40 })
  await knex.transaction((trx) =>
    issueDeviceCommands(
      trx,
      site.deviceIds.map((_, place) => request(site, 'open', place)),
      new Date(),
    ),
  )
  let answer = (): void => undefined
  const answers = new Promise<void>((resolve) => {
    answer = resolve
  })
  const { frames, dispatcher } = await start(site, { reply: () => answers.then(() => ({ taken: true })) })
  await dispatcher.dispatch(site.gatewayId)
  expect(frames).toHaveLength(40)
  const before = (await told(knex)).length
  answer()
  await dispatcher.stop()
  expect((await keptOf(knex, site.gatewayId)).every(({ state }) => state === 'taken')).toBe(true)
  // A commit tells its changes and, where there are runs, those: here the first answer, and the rest.
  expect((await told(knex)).length - before).toBe(2)
})

it('writes an answer later if it could not be written at once: it is not lost [CTRL-5]', async () => {
  const { knex } = database
  const site = await makeSite(knex)
  const id = await issue(knex, site)
  const impatient = connect(database.url, { max: 2, name: 'impatient', queryTimeoutMs: 200 })
  const warned: string[] = []
  let giveBack = async (): Promise<void> => undefined
  const { dispatcher } = await start(site, {
    pools: { knex: impatient },
    log: pino({ level: 'warn' }, { write: (line) => warned.push(line) }),
    reply: async () => {
      giveBack = await holdRow(knex, 'SELECT FROM device_commands WHERE id = ? FOR NO KEY UPDATE', id)
      return { taken: false, code: 'no-such-device' }
    },
  })
  await dispatcher.dispatch(site.gatewayId)
  await expect.poll(() => warned.length).toBeGreaterThan(0)
  expect(warned[0]).toContain('answers to commands could not be written')
  expect((await stateOf(knex, id)).state).toBe('sent')
  await giveBack()
  await dispatcher.stop()
  expect(await stateOf(knex, id)).toMatchObject({ state: 'failed', reason: 'no-such-device' })
  await impatient.destroy()
})

it('sends everything to a gateway that returns, except the command that found it away; fails all of them on the second look if it stays away [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex, { devices: 3 })
  const ids: string[] = []
  for (const place of [0, 1, 2]) ids.push(await issue(knex, site, 'open', place))
  let asked = 0
  const { frames, dispatcher } = await start(site, { links: () => (asked += 1) > 1 })
  await dispatcher.dispatch(site.gatewayId)
  await dispatcher.stop()
  expect(await stateOf(knex, ids[0] ?? '')).toMatchObject({ state: 'failed', reason: 'gateway-unreachable' })
  expect(frames.map(({ order }) => order)).toEqual(ids.slice(1))
  asked = 0
  const gone = await makeSite(knex, { devices: 6 })
  for (const place of [0, 1, 2, 3, 4, 5]) await issue(knex, gone, 'open', place)
  const away = await start(gone, { links: () => (asked += 1) < 0 })
  await away.dispatcher.dispatch(gone.gatewayId)
  await away.dispatcher.stop()
  expect((await keptOf(knex, gone.gatewayId)).every(({ state }) => state === 'failed')).toBe(true)
  expect(asked).toBe(2)
})

it('sends a request made during a round in the next one, once for all callers [CTRL-8]', async () => {
  const { knex } = database
  const site = await makeSite(knex)
  let looks = 0
  let letGo = (): void => undefined
  const going = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const { frames, dispatcher } = await start(site, {
    links: async () => {
      looks += 1
      await going
      return true
    },
  })
  await issue(knex, site, 'open', 0)
  const woken = [dispatcher.dispatch(site.gatewayId)]
  await expect.poll(() => looks).toBe(1)
  await issue(knex, site, 'open', 1)
  for (let times = 0; times < 20; times += 1) woken.push(dispatcher.dispatch(site.gatewayId))
  letGo()
  await Promise.all(woken)
  await dispatcher.stop()
  expect(counters(frames)).toEqual([1, 2])
  expect(looks).toBe(2)
})
