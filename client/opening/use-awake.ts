import { useEffect } from 'react'

/** Keeps the screen on while `on`, where the browser can; must be requested again whenever the page was hidden. */
export function useAwake(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused when the battery is low: then the screen turns off as usual.
      const got = await navigator.wakeLock.request('screen').catch(() => null)
      if (over) void got?.release()
      else lock = got
    }
    const seen = () => void ask()
    seen()
    document.addEventListener('visibilitychange', seen)
    return () => {
      over = true
      document.removeEventListener('visibilitychange', seen)
      void lock?.release()
    }
  }, [on])
}
