import { useCallback, useEffect, useState } from 'react'
import type { LazyPart } from './lazy-part.ts'
import { useRetry } from './use-retry.ts'

/**
 * A part that comes after what is shown first: `loaded` is null until it is there. It is asked for at once, when the network is back, and again and again where it did not
 * come. `ask` asks now and tells whether it came; `failures` = how many tries in a row did not bring it. `part` must stay the same.
 */
export function useLazy<P>(part: LazyPart<P>): { loaded: P | null; failures: number; ask: () => Promise<boolean> } {
  const [failures, setFailures] = useState(0)
  const [came, setCame] = useState(part.loaded !== null)
  const ask = useCallback(
    () =>
      part.load().then(
        () => {
          setFailures(0)
          setCame(true)
          return true
        },
        () => {
          setFailures((before) => before + 1)
          return false
        },
      ),
    [part],
  )
  const askSoon = useCallback(() => void ask(), [ask])
  useRetry(failures, askSoon)
  useEffect(() => {
    if (came) return
    askSoon()
    window.addEventListener('online', askSoon)
    return () => window.removeEventListener('online', askSoon)
  }, [askSoon, came])
  return { loaded: part.loaded, failures, ask }
}
