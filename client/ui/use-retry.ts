import { useEffect, useRef } from 'react'

const firstWaitMs = 1_000
const longestWaitMs = 60_000

/**
 * Retries `ask` while the page is visible: after about a second, then after twice as long each time, at most a minute,
 * each with a jitter of up to a half; quickly again when the network is reported back, because that is reported before
 * it works. `failures` = failed tries in a row, 0 = fine. `ask` must stay the same.
 */
export function useRetry(failures: number, ask: () => void): void {
  const quick = useRef(0)
  useEffect(() => {
    if (failures === 0) {
      quick.current = 0
      return
    }
    const ms = Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - quick.current - 1)) * (0.5 + Math.random())
    const due = () => {
      if (document.visibilityState === 'visible') ask()
      else document.addEventListener('visibilitychange', due, { once: true })
    }
    const timer = setTimeout(due, ms)
    const back = () => {
      quick.current = failures
    }
    window.addEventListener('online', back)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', due)
      window.removeEventListener('online', back)
    }
  }, [failures, ask])
}
