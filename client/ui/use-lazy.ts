import { useCallback, useEffect, useState } from 'react'
import type { LazyPart } from './lazy-part.ts'
import { useRetry } from './use-retry.ts'

/**
 * A part of the program that loads later; `loaded` is null until then. With `when: 'now'` it loads at once and when the
 * network returns, with 'asked' only by `ask`. A failed load is retried. `ask` loads now and returns whether it worked;
 * `failures` counts failed tries in a row. `part` must stay the same.
 */
export function useLazy<P>(
  part: LazyPart<P>,
  when: 'now' | 'asked' = 'now',
): { loaded: P | null; failures: number; ask: () => Promise<boolean> } {
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
    if (came || when === 'asked') return
    askSoon()
    window.addEventListener('online', askSoon)
    return () => window.removeEventListener('online', askSoon)
  }, [askSoon, came, when])
  return { loaded: part.loaded, failures, ask }
}
