import { useEffect } from 'react'

/** Keeps the screen from going dark while `on`, where the browser can; it has to be asked again whenever the page was out of sight. */
export function useAwake(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const ask = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused when the battery is low: then the screen goes dark as ever.
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
