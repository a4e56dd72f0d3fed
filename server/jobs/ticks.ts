import { setTimeout as pass } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { many } from '../../db/sql.ts'
import { isStorageFull } from '../bus/unavailable.ts'
import type { Metrics } from '../kernel/metrics.ts'

export interface Tick {
  readonly name: string
  readonly everyMs: number
  /** Lock number of this work: with several processes one of them does it at a time. */
  readonly lock: number
  readonly run: () => Promise<unknown>
}

/** Ticks come due on a common beat, so that one statement asks for the locks of all. */
const beatMs = 500
/** Timers of one beat fire within so long. */
const gatherMs = 5
/** Ticks of one beat begin so far apart: what one reads is no queue for the next. */
const apartMs = 5
/** Locks of what has ended are given back together. */
const giveBackMs = 50

/**
 * Periodic tidying: deadlines are data judged by the database's clock, so a late or lost tick changes no outcome, only when it is shown.
 * A tick never overlaps itself, here or in another process; a failing one is logged and tried again. `locks` = a pool of one connection:
 * the locks of all ticks are held by its session, so that no tick keeps a connection while it works with others.
 */
export function startTicks(
  ticks: readonly Tick[],
  { locks, log, metrics }: { locks: Knex; log: Logger; metrics: Metrics },
) {
  const twice = ticks.find(({ lock }, index) => ticks.findIndex((other) => other.lock === lock) !== index)
  if (twice) throw new Error(`the lock ${twice.lock} of ${twice.name} belongs to another tick`)
  let stopped = false
  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()

  /** Locks that this session may hold although nobody works with them: a statement about them failed. */
  const doubtful = new Set<number>()
  const unlock = async (numbers: readonly number[]): Promise<void> => {
    await locks.raw('select pg_advisory_unlock(727002, lock) from unnest(?::integer[]) as lock', [[...numbers]])
    for (const number of numbers) doubtful.delete(number)
  }
  const orDoubt = async <T>(numbers: readonly number[], work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      for (const number of numbers) doubtful.add(number)
      throw error
    }
  }
  const tryLocks = async (numbers: readonly number[]): Promise<Map<number, number>> => {
    // A session may have a lock twice, and then it would have to be given back twice.
    if (doubtful.size > 0) await unlock([...doubtful])
    const answers = await many<{ lock: number; got: boolean }>(
      locks,
      'select lock, pg_try_advisory_lock(727002, lock) as got from unnest(?::integer[]) as lock',
      [[...numbers]],
    )
    const got = answers.filter((each) => each.got).map(({ lock }) => lock)
    return new Map(got.map((lock, place) => [lock, place]))
  }
  const take = gather(gatherMs, (numbers) => orDoubt(numbers, () => tryLocks(numbers)))
  const giveBack = gather(giveBackMs, (numbers) => orDoubt(numbers, () => unlock(numbers)))

  const once = async (tick: Tick): Promise<void> => {
    try {
      const place = (await take(tick.lock)).get(tick.lock)
      if (place !== undefined) {
        try {
          if (place > 0) await pass(place * apartMs)
          if (!stopped) await tick.run()
        } finally {
          await giveBack(tick.lock)
        }
      }
      metrics.ticks.inc({ name: tick.name, outcome: 'done' })
    } catch (error) {
      metrics.ticks.inc({ name: tick.name, outcome: 'failed' })
      if (isStorageFull(error)) metrics.storageFull.inc()
      if (!stopped) log.warn({ err: error, tick: tick.name }, 'tick failed')
    }
  }
  const schedule = (tick: Tick, inMs: number): void => {
    if (stopped) return
    const timer = setTimeout(
      () => {
        timers.delete(timer)
        const work = once(tick).finally(() => {
          running.delete(work)
          schedule(tick, tick.everyMs)
        })
        running.add(work)
      },
      untilBeat(performance.now(), inMs, Math.min(beatMs, tick.everyMs)),
    )
    timers.add(timer)
  }
  for (const tick of ticks) schedule(tick, Math.min(tick.everyMs, 1_000))

  return {
    async stop(): Promise<void> {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
    },
  }
}

/** Time from `now` until the beat that is nearest to `inMs` later, ms; never none. */
export function untilBeat(now: number, inMs: number, beat: number): number {
  const due = Math.round((now + inMs) / beat) * beat
  return Math.max(1, Math.ceil(due - now))
}

/** One call for all numbers that come within so long after the first; everybody gets its answer, or its error. */
function gather<T>(withinMs: number, call: (numbers: number[]) => Promise<T>): (number: number) => Promise<T> {
  let waiting: { numbers: number[]; answer: Promise<T> } | null = null
  return (number) => {
    waiting ??= begin()
    waiting.numbers.push(number)
    return waiting.answer
  }
  function begin() {
    const numbers: number[] = []
    const answer = pass(withinMs).then(() => {
      waiting = null
      return call(numbers)
    })
    return { numbers, answer }
  }
}
