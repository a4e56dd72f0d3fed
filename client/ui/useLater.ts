import { useCallback, useEffect, useState } from 'react'
import type { Part } from './part.ts'
import { useAgain } from './useAgain.ts'

/**
 * A part that comes after what is shown first: `loaded` is null until it is there. It is asked for at once, when the network is back, and again and again where it did not
 * come. `ask` asks now and tells whether it came; `failed` = the last try did not bring it. `part` must stay the same.
 */
export function useLater<P>(part: Part<P>): { loaded: P | null; failed: boolean; ask: () => Promise<boolean> } {
  const [failures, setFailures] = useState(0)
  const [came, setCame] = useState(part.loaded !== null)
  const ask = useCallback(async () => {
    try {
      await part.load()
      setFailures(0)
      setCame(true)
      return true
    } catch {
      setFailures((before) => before + 1)
      return false
    }
  }, [part])
  useAgain(failures, ask)
  useEffect(() => {
    if (came) return
    void ask()
    window.addEventListener('online', ask)
    return () => window.removeEventListener('online', ask)
  }, [ask, came])
  return { loaded: part.loaded, failed: failures > 0, ask }
}
