import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { devices } from '../../contract/control.ts'
import type { WatchAnswer } from '../../contract/envelope.ts'
import { sites } from '../../contract/sites.ts'
import { type BusyPortal, startBusyPortal } from '../testing/busy-portal.ts'
import { expectAtMost, now } from '../testing/figures.ts'
import { freeze } from '../testing/freeze.ts'
import { type Called, percentiles, startLanes, tally } from '../testing/lanes.ts'
import { connectPerson, signIn, type Watched } from '../testing/person.ts'
import { textOf } from '../testing/screens.ts'

/** How often and how long the database stands still; the long form is asked for by the environment. */
const times = Number(process.env['T11_TIMES'] ?? 2)
const seconds = Number(process.env['T11_SECONDS'] ?? 9)

let busy: BusyPortal
let watched: Watched
beforeAll(async () => {
  busy = await startBusyPortal()
  watched = await busy.operator.watch(devices, {})
})
afterAll(() => busy?.close())

/** Without what changes by itself. */
const lasting = (text: string): string => text.replace(/"malfunctions":\d+/g, '')

/** Queries the sites of a person, over HTTP and the socket: a reply for another call would be somebody else's. */
async function asker(login: string) {
  const cookie = await signIn(busy.portal.url, login, busy.world.password)
  const person = await connectPerson(busy.portal.url, cookie)
  const expected = { http: '', socket: '' }
  const http = async () => {
    const response = await fetch(`${busy.portal.url}/sites`, { headers: { cookie, 'client-id': 'test' } })
    const text = await response.text()
    if (response.status !== 200) {
      if (response.status === 503 && !response.headers.has('retry-after')) return '503 without Retry-After'
      return (JSON.parse(text) as { errors: { code: string }[] }).errors[0]?.code ?? text
    }
    expected.http ||= lasting(text)
    return lasting(text) === expected.http ? 'ok' : `wrong: ${text}`
  }
  const socket = async () => {
    const answer = await person.query(sites, {})
    if (!answer.ok) return answer.refusal.code
    const text = JSON.stringify(answer.reply)
    expected.socket ||= lasting(text)
    return lasting(text) === expected.socket ? 'ok' : `wrong: ${text}`
  }
  /** Begins to look at the devices, and stops. */
  const look = async () => {
    const name = randomUUID()
    const answer = (await person.socket
      .timeout(60_000)
      .emitWithAck('watch', { watch: name, name: devices.name, input: {} })) as WatchAnswer
    if (!answer.ok) return answer.refusal.code
    await person.socket.emitWithAck('unwatch', { watch: name })
    return 'ok'
  }
  /** Comes as a new screen does. */
  const come = async () => {
    try {
      const another = await connectPerson(busy.portal.url, cookie)
      another.close()
      return 'ok'
    } catch (error) {
      return (error as Error).message
    }
  }
  return { http, socket, look, come, close: () => person.close() }
}

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${busy.portal.port}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Refused, not failed: what somebody may be told while the database stands still. */
const refusals = new Set(['database-unavailable', '503 unavailable', '503 busy', '429 too-fast'])
/** A lane that uses a device alone, or calls too often, may be refused for that at any time. */
const alone = new Set(['command-in-flight', 'too-fast', 'too-many-requests', 'gateway-unreachable'])

it(`the database stands still ${times} times for ${seconds} s: everybody is answered, and all goes on after [OPS-3]`, async () => {
  const askers = await Promise.all(['rm', 'srm', 'remote', 'foreignrm'].map(asker))
  const lanes: Record<string, () => Promise<string>> = {
    book0: () => busy.book(0),
    book1: () => busy.book(1),
    control: () => busy.control(),
    send0: () => busy.send(50),
    send1: () => busy.send(1),
    login: () => busy.login(),
  }
  for (let index = 0; index < 28; index += 1) {
    const one = askers[index % askers.length]
    if (one) lanes[`asks${index}`] = index % 8 < 4 ? one.http : one.socket
  }
  // More than are let in at once.
  for (let index = 0; index < 40; index += 1) {
    const one = askers[index % askers.length]
    if (one) lanes[`comes${index}`] = index < 8 ? one.come : one.look
  }
  const load = startLanes(lanes, { pauseMs: 800 })
  const lags: number[] = []
  const recoveries: number[] = []
  const healed: { from: number; to: number }[] = []
  for (let time = 0; time < times; time += 1) {
    const before = new Set(load.calls)
    const passed = (calls: readonly Called[]) => calls.filter(({ outcome }) => outcome === 'ok').map(({ lane }) => lane)
    await expect
      .poll(() => new Set(passed(load.calls.filter((call) => !before.has(call)))).size)
      .toBe(Object.keys(lanes).length)
    await metric('nodejs_eventloop_lag_p99_seconds')
    const thaw = await freeze(busy.database.pid() ?? 0)
    const from = now()
    await wait(seconds * 1_000)
    lags.push((await metric('nodejs_eventloop_lag_p99_seconds')) * 1_000)
    const to = now()
    thaw()
    healed.push({ from, to })
    // Calls that began while it stood still may succeed when it goes on; a new one tells whether the portal is right again.
    const first = () =>
      load.calls.filter((call) => call.from >= to && call.outcome === 'ok').sort((one, other) => one.to - other.to)[0]
    await expect.poll(() => first() !== undefined).toBe(true)
    recoveries.push((first()?.to ?? Number.POSITIVE_INFINITY) - to)
    const waiting = () => {
      const right = new Set(passed(load.calls.filter((call) => call.from >= to)))
      return Object.keys(lanes).filter((lane) => !right.has(lane))
    }
    await expect.poll(waiting).toEqual([])
  }
  await load.stop()
  for (const { close } of askers) close()

  // What somebody waited for the frozen database; a call that began before waited for other things as well.
  const during = load.calls.flatMap((call) => {
    const met = healed.find(({ from, to }) => call.to > from && call.from < to)
    return met ? [{ ...call, from: Math.max(call.from, met.from) }] : []
  })
  const took = during.map(({ from, to }) => to - from)
  const slow = during.filter(({ from, to }) => to - from > 5_000)
  const unexpected = load.calls.filter(
    ({ outcome }) => outcome !== 'ok' && !refusals.has(outcome) && !alone.has(outcome),
  )
  // Commands that were on their way come to an end; then the screen that saw it all is the same as one that is opened now.
  const open = () => busy.knex('device_commands').whereNull('settled_at').count({ count: '*' }).first()
  await expect.poll(open).toMatchObject({ count: 0 })
  const again = await busy.operator.watch(devices, {})
  await vi.waitFor(() => expect(rowsOf(watched)).toEqual(rowsOf(again)))
  const account = await busy.account()
  const p99Lag = Math.max(...lags)
  const recovery = Math.max(...recoveries)
  const pass = slow.length === 0 && unexpected.length === 0 && account.lost === 0 && p99Lag <= 200 && recovery <= 2_000
  console.log(
    JSON.stringify({
      test: 'T11',
      n: load.calls.length,
      faults: times,
      ...account,
      ...percentiles(took),
      slowest: Math.round(Math.max(...took)),
      refused: during.filter(({ outcome }) => refusals.has(outcome)).length,
      lagP99: Math.round(p99Lag),
      recovery: Math.round(recovery),
      pass,
    }),
  )
  expectAtMost('who waited for longer than 5 s', slow.length, 0)
  expect(tally(unexpected)).toEqual({})
  expect(during.filter(({ outcome }) => refusals.has(outcome)).length).toBeGreaterThan(0)
  expect(account).toEqual({ lost: 0, dup: 0 })
  expectAtMost('lag of the loop, ms', p99Lag, 200)
  expectAtMost('ms until the first call passes', recovery, 2_000)
})

/** What the screen shows of the devices: not how long ago, which differs by the moment of the look. */
/** Ages on screen, which are pushed only every half minute. */
function rowsOf({ rows }: Watched): Record<string, string> {
  return Object.fromEntries([...rows].map(([key, { view }]) => [key, textOf(view)]))
}
