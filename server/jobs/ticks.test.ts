import pino from 'pino'
import { expect, it, vi } from 'vitest'
import { createMetrics } from '../kernel/metrics.ts'
import { startTicks } from './ticks.ts'

const log = pino({ level: 'silent' })
const options = (leading = () => true) => ({ leading, log, metrics: createMetrics() })
type Options = ReturnType<typeof options>

const outcomes = async ({ metrics }: Options, outcome: string) =>
  (await metrics.ticks.get()).values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0

/** Something that lasts until it is let go. */
function held() {
  let letGo = () => {}
  const over = new Promise<void>((resolve) => {
    letGo = resolve
  })
  return { over, letGo }
}

it('one that takes longer than its time never overlaps itself', async () => {
  let running = 0
  let most = 0
  let runs = 0
  let beats = 0
  let over = false
  const run = async () => {
    running += 1
    most = Math.max(most, running)
    // Meanwhile its time comes again and again, as that of the other one does.
    const until = beats + 3
    await vi.waitFor(() => expect(over || beats > until).toBe(true))
    running -= 1
    runs += 1
  }
  const given = options()
  const beat = async () => void (beats += 1)
  const ticks = startTicks(
    [
      { name: 'slow', everyMs: 20, run },
      { name: 'beat', everyMs: 20, run: beat },
    ],
    given,
  )
  await vi.waitFor(() => expect(runs).toBeGreaterThan(3))
  over = true
  await ticks.stop()
  expect(most).toBe(1)
  expect(await outcomes(given, 'failed')).toBe(0)
})

it('one that goes on and on keeps no other from running', async () => {
  const long = held()
  const runs = { long: 0, quick: 0 }
  const slow = async () => {
    runs.long += 1
    await long.over
  }
  const ticks = startTicks(
    [
      { name: 'slow', everyMs: 20, run: slow },
      { name: 'quick', everyMs: 20, run: async () => void (runs.quick += 1) },
    ],
    options(),
  )
  await vi.waitFor(() => expect(runs.quick).toBeGreaterThan(5))
  expect(runs.long).toBe(1)
  long.letGo()
  await vi.waitFor(() => expect(runs.long).toBeGreaterThan(1))
  await ticks.stop()
})

it('only run in the process that leads', async () => {
  let leads = false
  const runs = { here: 0, elsewhere: 0 }
  const here = startTicks(
    [{ name: 'one', everyMs: 20, run: async () => void (runs.here += 1) }],
    options(() => leads),
  )
  const elsewhere = startTicks(
    [{ name: 'one', everyMs: 20, run: async () => void (runs.elsewhere += 1) }],
    options(() => !leads),
  )
  await vi.waitFor(() => expect(runs.elsewhere).toBeGreaterThan(3))
  expect(runs.here).toBe(0)
  leads = true
  const before = runs.elsewhere
  await vi.waitFor(() => expect(runs.here).toBeGreaterThan(3))
  expect(runs.elsewhere).toBe(before)
  await Promise.all([here.stop(), elsewhere.stop()])
})

it('one that is seldom does not wait for its time when the process leads only now', async () => {
  let asked = 0
  let leads = false
  let runs = 0
  const leading = () => {
    asked += 1
    return leads
  }
  const ticks = startTicks(
    [{ name: 'hourly', everyMs: 3_600_000, run: async () => void (runs += 1) }],
    options(leading),
  )
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0))
  leads = true
  await vi.waitFor(() => expect(runs).toBe(1))
  await ticks.stop()
})

it('one that fails is said to have failed and is run again', async () => {
  const given = options()
  const ticks = startTicks([{ name: 'one', everyMs: 20, run: () => Promise.reject(new Error('away')) }], given)
  await vi.waitFor(async () => expect(await outcomes(given, 'failed')).toBeGreaterThan(2))
  await ticks.stop()
  expect(await outcomes(given, 'done')).toBe(0)
})

it('nothing begins any more once they are stopped, and what runs is waited for', async () => {
  const long = held()
  let runs = 0
  const ticks = startTicks(
    [
      {
        name: 'one',
        everyMs: 20,
        run: async () => {
          runs += 1
          await long.over
        },
      },
    ],
    options(),
  )
  await vi.waitFor(() => expect(runs).toBe(1))
  let stopped = false
  const stopping = ticks.stop().then(() => {
    stopped = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(stopped).toBe(false)
  long.letGo()
  await stopping
  expect(runs).toBe(1)
})
