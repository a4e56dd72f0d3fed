import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod'
import type { QueryDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { ask } from '../link/ask.ts'
import { canonical } from '../link/watch-key.ts'

/** A query as a component holds it: the last reply stays while it is loaded again. */
export interface QueryView<R> {
  readonly view: R | null
  /** Why the last try failed; what is shown is older then. */
  readonly refusal: Refusal<string> | null
  readonly asking: boolean
  /** True while `view` belongs to another input than the current one. */
  readonly former: boolean
  readonly retry: () => void
}

interface Held<R> {
  /** The last request that has a reply. */
  readonly to: string | null
  /** The input that `view` belongs to. */
  readonly key: string | null
  readonly view: R | null
  readonly refusal: Refusal<string> | null
}

/**
 * Loads on mount, when the input changes and when `moved` does (see useChangeCounter); null = load nothing yet. Of several replies
 * only the newest counts.
 */
export function useQuery<N extends string, I extends z.ZodType, R extends z.ZodType>(
  def: QueryDef<N, I, R>,
  input: z.input<I> | null,
  moved: number | string = 0,
): QueryView<z.output<R>> {
  const key = input === null ? null : canonical(input)
  const [tries, setTries] = useState(0)
  const [held, setHeld] = useState<Held<z.output<R>>>({ to: null, key: null, view: null, refusal: null })
  const to = `${moved} ${tries} ${key}`
  useEffect(() => {
    if (key === null) return
    const mine = new AbortController()
    void ask(def, JSON.parse(key) as z.input<I>, { signal: mine.signal }).then((answer) => {
      if (mine.signal.aborted) return
      setHeld((before) =>
        answer.ok ? { to, key, view: answer.view, refusal: null } : { ...before, to, refusal: answer.refusal },
      )
    })
    return () => mine.abort()
  }, [def, key, to])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  const { view, refusal } = held
  return { view, refusal, asking: key !== null && held.to !== to, former: held.key !== key, retry }
}
