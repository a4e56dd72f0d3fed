import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Process id and port of postmaster.pid. */
export type Postmaster = { pid: number; port: number }

/** Returns the server that holds this data folder, or undefined. Ignores another process with a reused number. */
export function findPostmaster(dataDir: string): Postmaster | undefined {
  const noted = readPidFile(dataDir)
  if (!noted || !isAlive(noted.pid)) return undefined
  return workingFolder(noted.pid) === dataDir || !existsSync('/proc/self') ? noted : undefined
}

/** Returns whether the process runs; a zombie does not. */
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

/** Waits until the process is gone. Returns false if it still runs after `timeoutMs`. */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const end = Date.now() + timeoutMs
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await wait(20)
  }
  return true
}

/** Stops the server of this data folder: fast (open transactions are rolled back), after 30 s immediately. Committed data are safe. */
export async function stopPostmaster(dataDir: string, pgCtl: string, mode: 'fast' | 'immediate'): Promise<void> {
  const running = findPostmaster(dataDir)
  if (!running) return
  if (process.platform === 'win32') {
    spawnSync(pgCtl, ['stop', '-D', dataDir, '-m', mode, '-w'])
    return
  }
  signal(running.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  signal(running.pid, 'SIGCONT') // whoever froze it is gone
  if (await waitUntilGone(running.pid, 30_000)) return
  signal(running.pid, 'SIGQUIT')
  if (!(await waitUntilGone(running.pid, 10_000))) {
    throw new Error(`The database server ${running.pid} in ${dataDir} does not stop.`)
  }
}

/**
 * Removes a postmaster.pid whose number belongs to another process or an unreaped zombie, with which PostgreSQL would
 * never start again. Only if the system shows that no process uses the data folder.
 */
export function removeStalePidFile(dataDir: string): void {
  if (!existsSync('/proc/self') || !readPidFile(dataDir)) return
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  if (pids.every((pid) => workingFolder(Number(pid)) !== dataDir))
    rmSync(join(dataDir, 'postmaster.pid'), { force: true })
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
