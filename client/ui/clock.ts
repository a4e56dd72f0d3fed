/** The only clock of the screen. Ages and countdowns subscribe to it; nothing else sets intervals for display. */
let offset = 0
const listeners = new Map<number, Set<() => void>>()
const timers = new Map<number, ReturnType<typeof setInterval>>()

/**
 * Sets how far the server's clock is ahead of this device's (ms), so that ages are right on a device with a wrong
 * clock.
 */
export function setClockOffset(ms: number): void {
  offset = ms
}

/** Returns the server's time as far as known, ms since the epoch. */
export function serverNow(): number {
  return Date.now() + offset
}

/**
 * Calls back every `everyMs`; listeners with the same interval share one timer, which stops without listeners. Returns
 * the function to unsubscribe.
 */
export function onTick(everyMs: number, listener: () => void): () => void {
  const group = listeners.get(everyMs) ?? new Set()
  listeners.set(everyMs, group)
  group.add(listener)
  if (!timers.has(everyMs)) {
    timers.set(
      everyMs,
      setInterval(() => {
        for (const each of group) each()
      }, everyMs),
    )
  }
  return () => {
    group.delete(listener)
    if (group.size > 0) return
    clearInterval(timers.get(everyMs))
    timers.delete(everyMs)
  }
}

/**
 * Calls back every `everyMs`, and when the page becomes visible or the network returns, but only while the page is
 * visible. Returns the function to unsubscribe.
 */
export function whileSeen(everyMs: number, look: () => void): () => void {
  const whenSeen = () => {
    if (document.visibilityState === 'visible') look()
  }
  const stop = onTick(everyMs, whenSeen)
  window.addEventListener('online', whenSeen)
  document.addEventListener('visibilitychange', whenSeen)
  return () => {
    stop()
    window.removeEventListener('online', whenSeen)
    document.removeEventListener('visibilitychange', whenSeen)
  }
}
