import { readdirSync, readFileSync } from 'node:fs'
import type { Knex } from 'knex'
import type { RunningPortal } from '../../server/testing/harness.ts'

/** A sample of the server, about once a second. */
export interface Sample {
  readonly pid: number
  /** Milliseconds since the sampler started. */
  readonly atMs: number
  readonly rssMb: number
  /** Since the previous sample. */
  readonly used: Used
  readonly files: number
  /** The server's own metrics; null if it did not respond. */
  readonly said: Said | null
}
/** Processor time in seconds: the interval, the server's share, and of all cores the time in use and the total. */
export interface Used {
  readonly span: number
  readonly server: number
  readonly busy: number
  readonly all: number
}
/**
 * Event-loop lag of the last second, ms. Since the server's start: HTTP calls answered, and those not (refused, 5xx, or
 * given up by the caller). Now: waiting calls.
 */
export interface Said {
  readonly lagMs: number
  readonly answered: number
  readonly failed: number
  readonly waiting: number
}
export interface Sampler {
  readonly samples: readonly Sample[]
  /** Longest time in which every connection for people's calls was busy, ms. */
  longestFull(): number
  stop(): Promise<void>
}

const poolName = 'holdfast'
const everyMs = 1_000
const poolEveryMs = 100

/**
 * Samples the server's process (Linux: /proc), its metrics, and its database connections until stopped. `mayFail`: the
 * database may be unavailable; nobody waits for its connections then.
 */
export function startSampler(
  portal: () => RunningPortal,
  knex: Knex,
  { pool, mayFail }: { readonly pool: number; readonly mayFail: boolean },
): Sampler {
  const samples: Sample[] = []
  const began = performance.now()
  const since = () => performance.now() - began
  let stopped = false
  let before: { pid: number; atMs: number; cpu: number; machine: Machine } | null = null

  async function look(): Promise<void> {
    const { child, url } = portal()
    const pid = child.pid ?? 0
    const [process, machine, atMs] = [readProcess(pid), readMachine(), since()]
    const said = await readMetrics(url)
    if (!process) return
    const last = before?.pid === pid ? before : null
    before = { pid, atMs, cpu: process.cpu, machine }
    if (!last) return
    const used = {
      span: (atMs - last.atMs) / 1_000,
      server: process.cpu - last.cpu,
      busy: machine.busy - last.machine.busy,
      all: machine.all - last.machine.all,
    }
    samples.push({ pid, atMs, rssMb: process.rssMb, used, files: process.files, said })
  }

  let fullSince: number | null = null
  let longest = 0
  async function countBusy(): Promise<number> {
    const { rows } = await knex.raw<{ rows: { busy: number }[] }>(
      `SELECT count(*) AS busy FROM pg_stat_activity WHERE application_name = ? AND state <> 'idle'`,
      [poolName],
    )
    return rows[0]?.busy ?? 0
  }
  async function lookAtPool(): Promise<void> {
    const busy = await countBusy().catch((error: unknown) => {
      if (!mayFail) throw error
      return 0
    })
    if (busy < pool) fullSince = null
    else longest = Math.max(longest, since() - (fullSince ??= since()))
  }
  const every = async (ms: number, run: () => Promise<void>): Promise<void> => {
    while (!stopped) {
      const due = performance.now() + ms
      await run()
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    }
  }
  const running = Promise.all([every(everyMs, look), every(poolEveryMs, lookAtPool)])
  return {
    samples,
    longestFull: () => longest,
    async stop() {
      stopped = true
      await running
    },
  }
}

const ticksOfSecond = 100

/** Null if the process does not exist, or without /proc. */
function readProcess(pid: number): { rssMb: number; cpu: number; files: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (rss === undefined) return null
    const cpu = (Number(fields[11]) + Number(fields[12])) / ticksOfSecond
    return { rssMb: Number(rss) / 1_024, cpu, files: readdirSync(`/proc/${pid}/fd`).length }
  } catch {
    return null
  }
}

type Machine = Pick<Used, 'busy' | 'all'>

/**
 * All cores since the machine's start, seconds: user, nice, system, idle, iowait, irq, softirq, steal. Waiting for the
 * disk uses no core.
 */
function readMachine(): Machine {
  const [line = ''] = readText('/proc/stat').split('\n', 1)
  const [, ...ticks] = line.split(/\s+/)
  const seconds = ticks.slice(0, 8).map((value) => Number(value) / ticksOfSecond)
  const all = sum(seconds)
  return { all, busy: all - (seconds[3] ?? 0) - (seconds[4] ?? 0) }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

async function readMetrics(url: string): Promise<Said | null> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2_000) })
    return response.ok ? saidIn(await response.text()) : null
  } catch {
    return null
  }
}

/** Parses a portal's Prometheus metrics. */
export function saidIn(text: string): Said {
  const all = (name: string, labels = ''): number =>
    sum(
      [...text.matchAll(new RegExp(`^${name}(?:\\{${labels}.*\\})? (\\S+)$`, 'gm'))].map(([, value]) => Number(value)),
    )
  const calls = all('holdfast_call_seconds_count')
  const failed = all('holdfast_call_seconds_count', 'status="(?:5|cut)')
  return {
    lagMs: all('nodejs_eventloop_lag_p99_seconds') * 1_000,
    answered: calls - failed,
    failed,
    waiting: all('holdfast_calls_waiting'),
  }
}

/**
 * Figures of the samples: highest memory and lag, mean cores of server and machine, and growth of memory and open files
 * from the first third to the last.
 */
export function figuresOf(samples: readonly Sample[]): Record<string, number | null> {
  if (samples.length === 0) return {}
  const most = (values: readonly number[]) => Math.max(...values)
  const third = Math.max(1, Math.floor(samples.length / 3))
  const [first, last] = [samples.slice(0, third), samples.slice(-third)]
  return {
    'server memory, highest (MB)': rounded(most(samples.map(({ rssMb }) => rssMb))),
    'server memory, slope (MB a minute)': rounded(slopeOf(samples)),
    'server cores, mean': rounded(coresOf(samples)),
    'machine in use, mean (%)': rounded(100 * machineOf(samples)),
    'event loop lag p99, worst second (ms)': rounded(most(samples.flatMap(({ said }) => said?.lagMs ?? []))),
    'open files, first third': rounded(mean(first.map(({ files }) => files))),
    'open files, last third': rounded(mean(last.map(({ files }) => files))),
  }
}

/** Mean number of cores that the server used. */
export const coresOf = (samples: readonly Sample[]): number => shareOf(samples, 'server', 'span')
/** Share of all cores in use by anything, 0 to 1. */
export const machineOf = (samples: readonly Sample[]): number => shareOf(samples, 'busy', 'all')

const shareOf = (samples: readonly Sample[], part: keyof Used, whole: keyof Used): number =>
  sum(samples.map(({ used }) => used[part])) / sum(samples.map(({ used }) => used[whole]))

/** Growth in megabytes a minute, by the regression line after the first third, in which everything warms up. */
export function slopeOf(samples: readonly Sample[]): number {
  const warm = samples.slice(Math.floor(samples.length / 3))
  const minutes = warm.map(({ atMs }) => atMs / 60_000)
  const at = mean(minutes)
  const of = mean(warm.map(({ rssMb }) => rssMb))
  const spread = minutes.reduce((sum, minute) => sum + (minute - at) ** 2, 0)
  if (spread === 0) return 0
  return warm.reduce((sum, { rssMb, atMs }) => sum + (atMs / 60_000 - at) * (rssMb - of), 0) / spread
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length
}
export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
const rounded = (value: number): number | null => (Number.isFinite(value) ? Number(value.toFixed(2)) : null)
