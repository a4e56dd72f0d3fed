import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Summary } from '../crowd/figures.ts'
import type { Run } from './scenario.ts'

const version = 'v1.8.1'

/** Returns the k6 in the path, otherwise one that Go installs (some minutes, once). Null without either. */
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

/** Starts a script. k6 writes `files.summary` and `files.told`; `onEnd` gets the summary. */
export function startK6(
  program: string,
  script: string,
  env: Readonly<Record<string, string>>,
  files: { readonly summary: string; readonly told: string },
  onEnd: (summary: Summary) => void,
): Run {
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
  // It shares the machine with what is measured, so it collects garbage less often than Go would.
  const child = spawn(program, ['run', ...own, ...options, script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { GOGC: '400', ...process.env },
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).then((code) => {
    if (!existsSync(files.summary)) throw new Error(`k6 ended with ${code} and no summary`)
    const summary = JSON.parse(readFileSync(files.summary, 'utf8')) as Summary
    onEnd(summary)
    return summary
  })
  ended.catch(() => undefined)
  return { told: () => readLines(files.told), ended, stop: () => void child.kill('SIGKILL') }
}

/** Complete lines only: the last one may be half written. */
function readLines(file: string): unknown[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as unknown] : []))
}

function works(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
