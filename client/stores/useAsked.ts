import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod'
import type { QueryDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { ask } from '../link/ask.ts'
import { canonical } from '../link/watch-key.ts'

/** A query as a component holds it: the last answer stays while it is asked again. */
export interface AskedView<R> {
  readonly view: R | null
  /** Why the last try failed; what is shown is older then. */
  readonly refusal: Refusal<string> | null
  readonly asking: boolean
  /** True while `view` answers another input than the present one. */
  readonly former: boolean
  readonly retry: () => void
}

interface Held<R> {
  readonly key: string | null
  readonly view: R | null
  readonly refusal: Refusal<string> | null
}

/**
 * Asks when the component comes, when the input changes and when `moved` does (see useMoved); null = ask nothing yet. Of several answers
 * only the newest counts.
 */
export function useAsked<N extends string, I extends z.ZodType, R extends z.ZodType>(
  def: QueryDef<N, I, R>,
  input: z.input<I> | null,
  moved: number | string = 0,
): AskedView<z.output<R>> {
  const key = input === null ? null : canonical(input)
  const [tries, setTries] = useState(0)
  const [held, setHeld] = useState<Held<z.output<R>>>({ key: null, view: null, refusal: null })
  const [asking, setAsking] = useState(key !== null)
  useEffect(() => {
    void moved
    void tries
    if (key === null) return setAsking(false)
    const mine = new AbortController()
    setAsking(true)
    void ask(def, JSON.parse(key) as z.input<I>, { signal: mine.signal }).then((answer) => {
      if (mine.signal.aborted) return
      setAsking(false)
      setHeld((before) =>
        answer.ok ? { key, view: answer.view, refusal: null } : { ...before, refusal: answer.refusal },
      )
    })
    return () => mine.abort()
  }, [def, key, moved, tries])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { view: held.view, refusal: held.refusal, asking, former: held.key !== key, retry }
}
