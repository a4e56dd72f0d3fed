import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
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

/** Runs a script to its end; true when every threshold was reached. */
export async function runK6(program: string, script: string, env: Readonly<Record<string, string>>): Promise<boolean> {
  const options = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`])
  const child = spawn(program, ['run', '--no-usage-report', '--quiet', ...options, script], { stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return code === 0
}

function works(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
