import { join } from 'node:path'
import { findPostmaster, waitUntilGone } from '../postmaster.ts'

/** Kills the server of an embedded database with a signal, as a crash would, and waits until it is gone. */
export async function killEmbedded(dir: string, how: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const running = findPostmaster(join(dir, 'data'))
  if (!running) return
  process.kill(running.pid, how)
  await waitUntilGone(running.pid, 10_000)
}
