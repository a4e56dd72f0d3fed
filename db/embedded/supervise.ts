import { launch, type Site } from './launch.ts'
import { findPostmaster } from './postmaster.ts'

const CHECK_EVERY_MS = 200

/**
 * Restarts the server on the same port when its process is gone. Returns a function that stops this and waits for a
 * start in progress.
 */
export function supervise(site: Site, log: (line: string) => void): () => Promise<void> {
  let ended = false
  let starting: Promise<void> | undefined
  const timer = setInterval(() => {
    if (ended || starting || findPostmaster(site.dataDir)) return
    log('The database server is gone; starting it again')
    starting = launch(site, true)
      .then(() => log('The database server runs again'))
      .catch((error: unknown) => log(`The database server did not start: ${String(error)}`))
      .finally(() => (starting = undefined))
  }, CHECK_EVERY_MS)
  timer.unref()
  return async () => {
    ended = true
    clearInterval(timer)
    await starting
  }
}
