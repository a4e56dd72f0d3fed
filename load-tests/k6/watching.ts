import { check } from 'k6'
import exec from 'k6/execution'
import { Counter, Trend } from 'k6/metrics'
import { clearTimeout, setTimeout } from 'k6/timers'
import { counted, type Host, timed, type Watcher } from '../crowd/follow.ts'
import { watchTogether } from '../crowd/group.ts'
import { connect } from './socket.ts'
import { data, given } from './summary.ts'

const watchers = data() as Watcher[]
const [each, seconds] = [Number(given('EACH')), Number(given('SECONDS'))]
const [wireVersion, sampled] = [Number(given('WIRE_VERSION')), Number(given('SAMPLED'))]
const startedAt = Number(given('STARTED_AT'))

/** One VU has `EACH` sockets of one zone, so that what they all receive is parsed once. */
export const watchScenario = {
  executor: 'per-vu-iterations' as const,
  vus: Math.ceil(watchers.length / each),
  iterations: 1,
  maxDuration: `${seconds + 60}s`,
  exec: 'watch',
}

const counters = new Map(counted.map((name) => [name, new Counter(name)]))
const trends = new Map(timed.map((name) => [name, new Trend(name)]))
const host: Host = {
  connect: (as, on) => connect('/', as, on),
  later(run, ms) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  count: (what, by) => counters.get(what)?.add(by),
  time: (what, ms) => trends.get(what)?.add(ms),
  check: (name, ok) => void check(ok, { [name]: (held) => held }),
}

/** The sockets of one VU. */
export function watch(): void {
  const first = (exec.vu.idInTest - 1) * each
  const settings = { startedAt, wireVersion, sampled, seconds }
  watchTogether(watchers.slice(first, first + each), settings, host, {
    watching: (watching) => console.log(JSON.stringify({ watching })),
  })
}
