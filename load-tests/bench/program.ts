import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { projectRoot } from '../../server/kernel/project-root.ts'

/**
 * Runs the browser part of a benchmark, a TypeScript program of the client that prints its own line. Throws if it
 * fails.
 */
export async function runProgram(path: string, env: Record<string, string> = {}): Promise<void> {
  const program = spawn(process.execPath, ['--import', 'tsx', path], {
    cwd: projectRoot(import.meta.dirname),
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  const [code] = (await once(program, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${path} ended with ${code}.`)
}
