import { coresOf, mean } from './sampler.ts'
import { atLeast, atMost, exactly, type Outcome, type Scenario, type Stage, sizeOf, valueOf } from './scenario.ts'
import { expectedChanges, startWatching, wait } from './watching.ts'

/** Many watching sockets, and devices that change at a steady rate. */
export const dashboardFanout: Scenario = {
  name: 'dashboard-fanout',
  test: 'T17',
  proves:
    'Every watching socket gets every change in time, and at the end holds exactly what a new snapshot contains. Times are from the status message of the device to the socket.',
  sizes: {
    short: { sockets: 200, zones: 4, changes: 20, seconds: 8, sampled: 1 },
    usual: { sockets: 1_000, zones: 20, changes: 100, seconds: 60, sampled: 1 },
    long: { sockets: 5_000, zones: 100, changes: 400, seconds: 600, sampled: 10 },
  },
  files: ({ sockets = 0 }) => sockets,
  run,
}

async function run(stage: Stage): Promise<Outcome> {
  const { sizes, sampler } = stage
  const [sockets, seconds] = [sizeOf(sizes, 'sockets'), sizeOf(sizes, 'seconds')]
  const toConnect = 20 + sockets / 25
  const watching = await startWatching(stage, 'dashboard-fanout', seconds + toConnect + 30)
  await watching.watching()
  const first = sampler.samples.length
  await watching.driver.drive(sizeOf(sizes, 'changes'), wait(seconds))
  const during = sampler.samples.slice(first)
  await watching.driver.mark()
  const summary = await watching.ended
  const expected = expectedChanges(watching)
  const seen = valueOf(summary, 'changes_seen', 'count')
  const push = (value: string) => valueOf(summary, 'push_ms', value)
  const fifth = Math.max(1, Math.floor(during.length / 5))
  const memory = (part: typeof during) => mean(part.map(({ rssMb }) => rssMb))
  const growth = memory(during.slice(-fifth)) / memory(during.slice(fifth, 2 * fifth)) - 1
  return {
    n: expected,
    faults: 0,
    lost: expected - seen + valueOf(summary, 'missing', 'count'),
    dup: 0,
    p50: push('med'),
    p95: push('p(95)'),
    p99: push('p(99)'),
    figures: {
      'sockets held by': watching.holder,
      'cores of that process': valueOf(summary, 'crowd_cores', 'value') || null,
      'deliveries a second': seen / seconds,
      'changes a second': watching.driver.changes.reduce((sum, count) => sum + count, 0) / seconds,
      'server memory, growth from second to last fifth (%)': growth * 100,
    },
    checks: [
      exactly('sockets that got the last change and compared', valueOf(summary, 'finished', 'count'), sockets),
      exactly('changes that sockets saw', seen, expected),
      exactly('sockets that were dropped or lost', valueOf(summary, 'reconnects', 'count'), 0),
      atLeast(
        'deliveries a second',
        seen / seconds,
        (sizeOf(sizes, 'changes') * sockets * 0.9) / sizeOf(sizes, 'zones'),
      ),
      atMost('server cores, mean', coresOf(during), 1),
      ...(seconds >= 60 ? [atMost('server memory, growth', growth * 100, 10, ' %')] : []),
    ],
  }
}
