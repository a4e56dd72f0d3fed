import { follow, type Host, type Settings, type Watcher } from './follow.ts'

const betweenMs = 15

/**
 * Opens the sockets of a group one after the other, reports when all of them watch, and ends when each has compared, or
 * after `seconds`.
 */
export function watchTogether(
  watchers: readonly Watcher[],
  settings: Settings & { readonly seconds: number },
  host: Host,
  on: { watching(count: number): void; over?(): void },
): void {
  let watching = 0
  let done = 0
  const following = watchers.map((watcher, place) => {
    let running: { giveUp(): void } | null = null
    const callOff = host.later(() => {
      running = follow(watcher, settings, host, {
        watching() {
          watching += 1
          if (watching === watchers.length) on.watching(watching)
        },
        done() {
          done += 1
          if (done < watchers.length) return
          stopWaiting()
          on.over?.()
        },
      })
    }, place * betweenMs)
    return () => {
      callOff()
      running?.giveUp()
    }
  })
  const stopWaiting = host.later(() => {
    for (const giveUp of following) giveUp()
    if (done < watchers.length) on.over?.()
  }, settings.seconds * 1_000)
}
