import exec from 'k6/execution'
import { clearTimeout, setTimeout } from 'k6/timers'
import { data, given } from './summary.ts'
import { follow, type Watcher } from './watchers.ts'

const watchers = data() as Watcher[]
const [each, seconds] = [Number(given('EACH')), Number(given('SECONDS'))]
const [wireVersion, sampled] = [Number(given('WIRE_VERSION')), Number(given('SAMPLED'))]
const startedAt = Number(given('STARTED_AT'))

/** One VU holds `EACH` sockets of one zone, so that what they all hear is parsed once. */
export const watchScenario = {
  executor: 'per-vu-iterations' as const,
  vus: Math.ceil(watchers.length / each),
  iterations: 1,
  maxDuration: `${seconds + 60}s`,
  exec: 'watch',
}

const betweenMs = 15

/** Opens the sockets one after the other, tells when all of them watch, and ends when each has compared, or after SECONDS. */
export function watch(): void {
  const first = (exec.vu.idInTest - 1) * each
  const mine = watchers.slice(first, first + each)
  let watching = 0
  let done = 0
  const following = mine.map((watcher, place) => {
    let running: { giveUp(): void } | null = null
    setTimeout(() => {
      running = follow(
        watcher,
        { startedAt, wireVersion, sampled },
        {
          watching() {
            watching += 1
            if (watching === mine.length) console.log(JSON.stringify({ watching }))
          },
          done() {
            done += 1
            if (done === mine.length) clearTimeout(guard)
          },
        },
      )
    }, place * betweenMs)
    return () => running?.giveUp()
  })
  const guard = setTimeout(() => {
    for (const giveUp of following) giveUp()
  }, seconds * 1_000)
}
