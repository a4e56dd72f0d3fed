import { readdirSync, readFileSync } from 'node:fs'
import type { Knex } from 'knex'
import type { RunningPortal } from '../../server/testing/harness.ts'

/** One look at the server, about once a second. */
export interface Sample {
  readonly pid: number
  /** Milliseconds since the sampler was started. */
  readonly atMs: number
  readonly rssMb: number
  /** Cores that the server used since the sample before. */
  readonly cores: number
  readonly files: number
  /** Of the last second, milliseconds; null where the server did not answer. */
  readonly lagMs: number | null
}
export interface Sampler {
  readonly samples: readonly Sample[]
  /** Longest time in which every connection for people's calls was busy, milliseconds. */
  longestFull(): number
  stop(): Promise<void>
}

const poolName = 'holdfast'
const everyMs = 1_000
const poolEveryMs = 100

/**
 * Looks at the server's process (Linux: /proc), its metrics, and its connections in the database, until it is stopped. `mayFail`: the database may be away; nobody
 * waits for a connection of it then.
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
  let before: { pid: number; atMs: number; cpu: number } | null = null

  async function look(): Promise<void> {
    const { child, url } = portal()
    const pid = child.pid ?? 0
    const process = readProcess(pid)
    const lagMs = await readLag(url)
    if (!process) return
    const atMs = since()
    const cores = before?.pid === pid ? (process.cpu - before.cpu) / ((atMs - before.atMs) / 1_000) : Number.NaN
    before = { pid, atMs, cpu: process.cpu }
    if (!Number.isNaN(cores)) samples.push({ pid, atMs, rssMb: process.rssMb, cores, files: process.files, lagMs })
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

/** Null while the process is not there, or where there is no /proc. */
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

async function readLag(url: string): Promise<number | null> {
  try {
    const response = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(2_000) })
    const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await response.text())?.[1]
    return seconds === undefined ? null : Number(seconds) * 1_000
  } catch {
    return null
  }
}

/** What the samples come to: highest memory and lag, mean cores, and how memory and open files grew from the first third to the last. */
export function figuresOf(samples: readonly Sample[]): Record<string, number | null> {
  if (samples.length === 0) return {}
  const most = (values: readonly number[]) => Math.max(...values)
  const third = Math.max(1, Math.floor(samples.length / 3))
  const [first, last] = [samples.slice(0, third), samples.slice(-third)]
  return {
    'server memory, highest (MB)': rounded(most(samples.map(({ rssMb }) => rssMb))),
    'server memory, slope (MB a minute)': rounded(slopeOf(samples)),
    'server cores, mean': rounded(mean(samples.map(({ cores }) => cores))),
    'event loop lag p99, worst second (ms)': rounded(most(samples.flatMap(({ lagMs }) => lagMs ?? []))),
    'open files, first third': rounded(mean(first.map(({ files }) => files))),
    'open files, last third': rounded(mean(last.map(({ files }) => files))),
  }
}

/** Megabytes a minute of the line through the samples after the first third, in which everything warms up. */
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
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
const rounded = (value: number): number | null => (Number.isFinite(value) ? Number(value.toFixed(2)) : null)
