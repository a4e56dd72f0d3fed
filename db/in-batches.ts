import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'

const fewCores = 2

/**
 * Has a process, its threads and those that it starts later work on until they wait for something, instead of giving way to whoever has just been given
 * something to do (SCHED_BATCH). A server that sends the database a statement was stopped in the middle of its turn, and the database when it
 * answered. Only where there are few cores, and where the system has `chrt` (util-linux); answers whether it did.
 */
export async function workInBatches(pid: number, cores = availableParallelism()): Promise<boolean> {
  if (process.platform !== 'linux' || cores > fewCores) return false
  return new Promise((resolve) => {
    execFile('chrt', ['-a', '-b', '-p', '0', String(pid)], { timeout: 2_000 }, (error) => resolve(error === null))
  })
}
