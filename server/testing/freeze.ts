import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Stops a process and all its children (SIGSTOP): they keep their connections and reply to nothing, as on a machine whose disk hangs. Resolves
 * when all are stopped, with a function that resumes them. For fault tests; Linux only.
 */
export async function freeze(pid: number): Promise<() => void> {
  const stopped: number[] = []
  const stop = (each: number) => {
    try {
      process.kill(each, 'SIGSTOP')
      stopped.push(each)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
  // The parent first: a stopped process starts no more children.
  stop(pid)
  while (!standsStill(pid)) await wait(1)
  for (const child of childrenOf(pid)) stop(child)
  while (!stopped.every(standsStill)) await wait(1)
  return () => {
    for (const each of stopped.reverse()) {
      try {
        process.kill(each, 'SIGCONT')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
}

function standsStill(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return /^[TZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
  } catch {
    return true
  }
}
