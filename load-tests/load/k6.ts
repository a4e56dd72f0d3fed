import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const version = 'v1.8.1'

/** k6 on this machine: the one in the path, else one that Go installs (some minutes, once). Null when neither is there. */
export function findK6(say: (text: string) => void): string | null {
  const candidates = ['k6', join(homedir(), 'go', 'bin', 'k6')]
  const found = candidates.find((program) => works(program, ['version']))
  if (found) return found
  const go = ['go', '/usr/local/go/bin/go'].find((program) => works(program, ['version']))
  if (!go) return null
  say(`installing k6 ${version} with Go …`)
  spawnSync(go, ['install', `go.k6.io/k6@${version}`], {
    stdio: 'inherit',
    env: { ...process.env, GOFLAGS: '-buildvcs=false' },
  })
  const made = candidates[1] ?? ''
  return existsSync(made) ? made : null
}

/** One metric of k6's summary: values by name (count, rate, p(95), …), and which thresholds it has and reached. */
export interface K6Metric {
  readonly type: string
  readonly values: Readonly<Record<string, number>>
  readonly thresholds?: Readonly<Record<string, { readonly ok: boolean }>>
}
export interface K6Summary {
  readonly metrics: Readonly<Record<string, K6Metric>>
}
export interface K6Run {
  /** What scripts have told so far by console.log, each a line of JSON. */
  told(): unknown[]
  /** Settles when k6 has ended. Throws when it broke off without a summary. */
  readonly ended: Promise<K6Summary>
  /** Ends k6 when it still runs. */
  stop(): void
}

/** Starts a script. `files.summary` and `files.told` are written by k6; `onEnd` hears the summary. */
export function startK6(
  program: string,
  script: string,
  env: Readonly<Record<string, string>>,
  files: { readonly summary: string; readonly told: string },
  onEnd: (summary: K6Summary) => void,
): K6Run {
  const options = Object.entries({ ...env, SUMMARY: files.summary }).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ])
  const own = [
    '--no-usage-report',
    '--quiet',
    '--address',
    'localhost:0',
    '--log-format',
    'raw',
    '--console-output',
    files.told,
  ]
  const child = spawn(program, ['run', ...own, ...options, script], { stdio: ['ignore', 'inherit', 'inherit'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).then((code) => {
    if (!existsSync(files.summary)) throw new Error(`k6 ended with ${code} and no summary`)
    const summary = JSON.parse(readFileSync(files.summary, 'utf8')) as K6Summary
    onEnd(summary)
    return summary
  })
  ended.catch(() => undefined)
  return { told: () => readLines(files.told), ended, stop: () => void child.kill('SIGKILL') }
}

/** Whole lines only: the last one may be half written. */
function readLines(file: string): unknown[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as unknown] : []))
}

/** A value of a metric; 0 when nothing of it was ever counted. */
export function valueOf({ metrics }: K6Summary, metric: string, value: string): number {
  return metrics[metric]?.values[value] ?? 0
}

function works(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
