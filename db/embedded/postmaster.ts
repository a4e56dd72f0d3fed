import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** What postmaster.pid says: the server's process id and port. */
export type Postmaster = { pid: number; port: number }

/** The server that holds this data folder now, or undefined. A process that only reuses the old number is not taken for it. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const noted = readPidFile(dataDir)
  if (!noted || !isAlive(noted.pid)) return undefined
  return workingFolder(noted.pid) === dataDir || !existsSync('/proc/self') ? noted : undefined
}

/** True while the process runs; a zombie that nobody reaped does not run. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return !existsSync('/proc/self')
  }
}

/** Waits until the process is gone. Answers false when it is still there after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await wait(20)
  }
  return true
}

/** Stops the server of this data folder: fast (open transactions are rolled back), after 30 s at once. Committed data are safe either way. */
export async function stopPostmaster(dataDir: string, pgCtl: string, mode: 'fast' | 'immediate'): Promise<void> {
  const running = findPostmaster(dataDir)
  if (!running) return
  if (process.platform === 'win32') {
    spawnSync(pgCtl, ['stop', '-D', dataDir, '-m', mode, '-w'])
    return
  }
  signal(running.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  signal(running.pid, 'SIGCONT') // whoever froze it has gone
  if (await waitUntilGone(running.pid, 30_000)) return
  signal(running.pid, 'SIGQUIT')
  if (!(await waitUntilGone(running.pid, 10_000))) {
    throw new Error(`The database server ${running.pid} in ${dataDir} does not stop.`)
  }
}

/**
 * Removes a postmaster.pid whose number now belongs to a foreign process or to a zombie that nobody reaps: PostgreSQL itself would refuse
 * for ever. Only where the system can tell that no process works in the data folder. Answers true when it was removed.
 */
export function removeStalePidFile(dataDir: string): boolean {
  if (!existsSync('/proc/self') || !readPidFile(dataDir)) return false
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  if (pids.some((pid) => workingFolder(Number(pid)) === dataDir)) return false
  rmSync(join(dataDir, 'postmaster.pid'), { force: true })
  return true
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function readPidFile(dataDir: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  const port = Number(lines[3])
  return pid > 0 && port > 0 ? { pid, port } : undefined
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}
