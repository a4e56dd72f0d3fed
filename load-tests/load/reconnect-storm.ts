import { atMost, exactly, type Outcome, type Scenario, type Stage, sizeOf, valueOf } from './scenario.ts'
import { startWatching, wait } from './watching.ts'

const perSecond = 20

/** The server is killed and restarted under many watching sockets. */
export const reconnectStorm: Scenario = {
  name: 'reconnect-storm',
  test: 'T18',
  proves:
    'All sockets are cut at once and reconnect by themselves, each in sync in time, while people get their answers and the database keeps connections for them.',
  sizes: {
    short: { sockets: 200, zones: 4, seconds: 10, back: 10, sampled: 1 },
    usual: { sockets: 5_000, zones: 100, seconds: 30, back: 20, sampled: 10 },
    long: { sockets: 5_000, zones: 100, seconds: 60, back: 20, sampled: 10 },
  },
  files: ({ sockets = 0 }) => sockets,
  run,
}

async function run(stage: Stage): Promise<Outcome> {
  const { sizes, portal, sampler, slack } = stage
  const [sockets, seconds] = [sizeOf(sizes, 'sockets'), sizeOf(sizes, 'seconds')]
  const toConnect = 20 + sockets / 25
  const watching = await startWatching(stage, 'reconnect-storm', seconds + toConnect + 60)
  await watching.watching()
  await watching.driver.drive(perSecond, wait(2))

  await portal.end('SIGKILL')
  const killedAt = Date.now()
  let over = (): void => undefined
  const storm = new Promise<void>((resolve) => (over = resolve))
  // Devices report while nobody listens: every socket must receive that afterwards.
  const driving = watching.driver.drive(perSecond, storm)
  await stage.startAgain()
  const backAt = Date.now()
  const cookies = watching.people.slice(0, 100).map(({ cookie }) => cookie)
  const people = await stage.k6('storm-people', { data: cookies, env: { SECONDS: seconds, RATE: 10 } }).ended
  over()
  await driving
  await watching.driver.mark()
  const summary = await watching.ended

  const sinceBack = (value: string) => valueOf(summary, 'synced_at', value) + watching.startedAt - backAt
  const lost = sockets - valueOf(summary, 'came_back', 'count')
  const within = sizeOf(sizes, 'back')
  return {
    n: sockets,
    faults: 1,
    lost: valueOf(summary, 'missing', 'count') + lost,
    dup: 0,
    p50: sinceBack('med'),
    p95: sinceBack('p(95)'),
    p99: sinceBack('p(99)'),
    figures: {
      'sockets held by': watching.holder,
      'cores of that process': valueOf(summary, 'crowd_cores', 'value') || null,
      'kill to the server being back (ms)': backAt - killedAt,
      'last socket in sync after that (ms)': sinceBack('max'),
      'watches that went on from their cursor': valueOf(summary, 'resumed', 'count'),
      'calls of people, p95 (ms)': valueOf(people, 'http_req_duration', 'p(95)'),
      'longest time without a free connection to the database (ms)': sampler.longestFull(),
    },
    checks: [
      exactly('sockets that came back', sockets - lost, sockets),
      exactly('sockets that got the last change and compared', valueOf(summary, 'finished', 'count'), sockets),
      atMost('last socket in sync after the server was back', sinceBack('max') / 1_000, within * slack, ' s'),
      atMost('no free connection to the database', sampler.longestFull() / 1_000, slack, ' s'),
    ],
  }
}
