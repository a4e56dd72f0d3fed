import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BusyPortal, startBusyPortal } from '../testing/busy-portal.ts'
import { expectAtMost, now } from '../testing/figures.ts'
import { type Called, percentiles, startLanes, tally } from '../testing/lanes.ts'

/** How often the disk becomes full, and for how long; the long form is asked for by the environment. */
const times = Number(process.env['T12_TIMES'] ?? 1)
const seconds = Number(process.env['T12_SECONDS'] ?? 8)
const megabytes = 400
/** Bytes: less than what makes the ballast go. */
const almostFull = 8 * 1_048_576
/** How long people live on what the ballast gives up, and how long nothing is left. */
const ballastMs = 8_000
const fullMs = Math.max(4_000, seconds * 1_000 - ballastMs)

const mount = mkdtempSync(join(tmpdir(), 'holdfast-disk-'))
const ballast = join(mount, 'ballast')
let busy: BusyPortal
beforeAll(async () => {
  // A disk of one's own: only root of a Linux may mount one.
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', mount])
  mkdirSync(join(mount, 'postgres'))
  busy = await startBusyPortal({
    dir: join(mount, 'postgres'),
    env: { DATABASE_BALLAST: ballast },
  })
})
afterAll(async () => {
  await busy?.close()
  execFileSync('umount', ['-l', mount])
  rmSync(mount, { recursive: true, force: true })
})

/** What somebody may be told while nothing can be written; a device that was just asked is left alone at any time. */
const refusals = new Set([
  'storage-full',
  'database-unavailable',
  '503 busy',
  '503 unavailable',
  'command-in-flight',
  'too-fast',
  'too-many-requests',
])

/** The refusal of a write when there is no room. */
const notRoom = new Set(['storage-full', 'database-unavailable'])

const othersFile = join(mount, 'somebody-else')

/**
 * Somebody else writes until the disk is full, or only so many bytes of the free space: the ballast may be deleted
 * meanwhile.
 */
function fill(leave?: number): void {
  const file = openSync(othersFile, 'a')
  const block = Buffer.alloc(65_536, 1)
  const { bavail, bsize } = statfsSync(mount)
  let left = leave === undefined ? Number.POSITIVE_INFINITY : bavail * bsize - leave
  try {
    for (; left > 0; left -= block.length) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}

/** Asks the database itself, past the portal. */
async function direct(): Promise<string> {
  const client = new pg.Client({ connectionString: busy.database.url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'ok'
  } catch {
    return 'down'
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Time without the database: from its last reply until it replies again and the first read passes. */
function whenDown(calls: readonly Called[]): { from: number; to: number }[] {
  const asked = calls.filter(({ lane }) => lane === 'direct')
  const well = (lane: string) => calls.filter((call) => call.lane === lane && call.outcome === 'ok')
  const next = (lane: string, at: number) =>
    Math.min(...well(lane).flatMap(({ from, to }) => (from >= at ? [to] : [])), Number.POSITIVE_INFINITY)
  return asked
    .filter(({ outcome }) => outcome !== 'ok')
    .map((call) => ({
      from: Math.max(...well('direct').flatMap(({ from, to }) => (to <= call.from ? [from] : [])), 0),
      to: next('read', next('direct', call.to)),
    }))
}

it(`the disk fills up ${times} times: people go on by what the ballast gives up; refused by name for ${fullMs / 1_000} s when that is taken too; nothing acknowledged is lost, and all goes on by itself [OPS-3]`, async () => {
  const load = startLanes(
    {
      book: () => busy.book(0),
      control: () => busy.control(),
      send0: () => busy.send(500),
      send1: () => busy.send(1),
      read: async () => {
        const response = await fetch(`${busy.portal.url}/sites`, {
          headers: { cookie: busy.operatorCookie, 'client-id': 'test' },
        })
        await response.arrayBuffer()
        return response.status === 200 ? 'ok' : String(response.status)
      },
      login: () => busy.login(),
      direct,
    },
    { pauseMs: 100 },
  )
  const healed: { from: number; given: number; eased: number; to: number; back: number }[] = []
  const notRight = (from: number) => {
    const right = new Set(
      load.calls.filter((call) => call.from >= from && call.outcome === 'ok').map(({ lane }) => lane),
    )
    return ['book', 'control', 'send0', 'send1', 'read', 'login'].filter((lane) => !right.has(lane))
  }
  for (let time = 0; time < times; time += 1) {
    const begun = now()
    await expect.poll(() => notRight(begun)).toEqual([])
    await expect.poll(() => existsSync(ballast)).toBe(true)
    const from = now()
    fill(almostFull)
    await expect.poll(() => existsSync(ballast), { interval: 50 }).toBe(false)
    const given = now()
    await wait(ballastMs)
    const eased = now()
    // If somebody takes the space of the ballast, nothing is left: then, and only then, people are refused.
    await expect
      .poll(
        () => {
          const isTold = load.calls.some((call) => call.from >= eased && call.outcome === 'storage-full')
          if (!isTold) fill()
          return isTold && now() - eased >= fullMs
        },
        { interval: 100 },
      )
      .toBe(true)
    rmSync(othersFile)
    const to = now()
    await expect.poll(() => notRight(to)).toEqual([])
    healed.push({ from, given, eased, to, back: now() - to })
  }
  await load.stop()
  const during = load.calls.filter((call) => healed.some(({ from, to }) => call.from >= from && call.to <= to))
  const took = during.map(({ from, to }) => to - from)
  // PostgreSQL itself stops when its log needs room for another file and finds none, and accepts no connections until
  // there is room: only then may a read fail.
  const down = whenDown(load.calls)
  const judged = load.calls.filter(
    (call) =>
      call.lane !== 'direct' &&
      (call.lane !== 'read' || !down.some(({ from, to }) => call.to >= from && call.from <= to)),
  )
  const unread = judged.filter(({ lane, outcome }) => lane === 'read' && outcome !== 'ok')
  const unexpected = judged.filter(({ outcome }) => outcome !== 'ok' && !refusals.has(outcome))
  const full = load.calls.filter(({ outcome }) => outcome === 'storage-full').length
  // As soon as the ballast is given up, people have room again.
  const eased = during.filter((call) => healed.some(({ given, eased: to }) => call.from >= given && call.to <= to))
  const logins = eased.filter(({ lane }) => lane === 'login')
  const hindered = eased.filter(({ lane, outcome }) => !lane.startsWith('send') && notRoom.has(outcome))
  const account = await busy.account()
  // A gateway never gets a command of which there is no row.
  const [{ count: deviceCommands }] = (await busy.knex('device_commands').count({ count: '*' })) as [{ count: number }]
  const given = busy.simulator.stats().orders
  const metrics = await (await fetch(`http://127.0.0.1:${busy.portal.port}/metrics`)).text()
  const alarms = Number(/^holdfast_storage_full_total (\d+)$/m.exec(metrics)?.[1])
  const back = Math.max(...healed.map((each) => each.back))
  const pass = unread.length + unexpected.length + account.lost === 0 && alarms > 0 && given <= deviceCommands
  console.log(
    JSON.stringify({
      test: 'T12',
      n: load.calls.length,
      faults: times,
      ...account,
      ...percentiles(took),
      storageFull: full,
      alarms,
      loginsTried: logins.length,
      loginsDone: logins.filter(({ outcome }) => outcome === 'ok').length,
      hindered: hindered.length,
      back: Math.round(back),
      pass,
    }),
  )
  expect(tally(unread)).toEqual({})
  expectAtMost('ms until all is right again', back, 30_000)
  expect(tally(unexpected)).toEqual({})
  expect(full).toBeGreaterThan(0)
  expect(tally(hindered)).toEqual({})
  expect(alarms).toBeGreaterThanOrEqual(full)
  expect(account).toEqual({ lost: 0, dup: 0 })
  expect(given).toBeLessThanOrEqual(deviceCommands)
})
