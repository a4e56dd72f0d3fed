import { describe, expect, it } from 'vitest'
import { createMetrics } from '../../server/kernel/metrics.ts'
import { minutesOf } from './minutes.ts'
import { type Sample, saidIn } from './sampler.ts'

const sample = (second: number, said: Sample['said'], { pid = 1, machine = 0.5 } = {}): Sample => ({
  pid,
  atMs: second * 1_000,
  rssMb: 100,
  used: { span: 1, server: 0.4, busy: 2 * machine, all: 2 },
  files: 50,
  said,
})
const said = (answered: number, failed = 0, waiting = 0): Sample['said'] => ({ lagMs: 1, answered, failed, waiting })

describe('a run minute by minute', () => {
  it('shows answered and failed calls a second, the maximum number of waiting calls, and the load [OPS-5]', () => {
    const minutes = minutesOf([
      sample(5, said(100)),
      sample(35, said(1_000, 0, 3)),
      sample(65, said(1_900, 0), { machine: 0.9 }),
      sample(95, said(2_500, 300, 70), { machine: 1 }),
    ])
    expect(minutes).toEqual([
      { minute: 1, answered: 30, failed: 0, waiting: 3, cores: 0.4, machine: 0.5 },
      { minute: 2, answered: 25, failed: 5, waiting: 70, cores: 0.4, machine: 0.95 },
    ])
  })

  it('counts nothing across a restart, nor while the server does not reply', () => {
    const minutes = minutesOf([
      sample(0, said(0)),
      sample(10, said(100)),
      sample(20, null),
      sample(30, said(900)),
      sample(40, said(50), { pid: 2 }),
      sample(50, said(250), { pid: 2 }),
      sample(200, null, { pid: 2 }),
    ])
    expect(minutes.map(({ minute, answered }) => [minute, answered])).toEqual([
      [1, 15],
      [4, null],
    ])
  })

  it('weights samples by their time: a busy machine is sampled less often', () => {
    const long = { ...sample(1, said(0)), used: { span: 3, server: 3, busy: 6, all: 6 } }
    const short = { ...sample(2, said(0)), used: { span: 1, server: 0, busy: 0, all: 2 } }
    const none = { ...sample(3, said(0)), used: { span: 0, server: 0, busy: 0, all: 0 } }
    expect(minutesOf([long, short, none])).toMatchObject([{ cores: 0.75, machine: 0.75 }])
  })

  it("reads the portal's own metrics, with failed calls separately", async () => {
    const { registry, callSeconds, callsWaiting } = createMetrics()
    for (const status of [200, 200, 304, 404, 503, 500, 'cut']) callSeconds.observe({ status }, 0.1)
    callsWaiting.look(() => 12)
    const said = saidIn(await registry.metrics())
    expect(said).toEqual({ lagMs: expect.any(Number) as number, answered: 4, failed: 3, waiting: 12 })
    expect(said.lagMs).toBeGreaterThanOrEqual(0)
  })

  it('is empty without samples', () => {
    expect(minutesOf([])).toEqual([])
  })
})
