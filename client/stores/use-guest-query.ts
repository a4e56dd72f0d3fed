import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod'
import type { QueryDef } from '../../contract/kit.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { ask } from '../link/ask.ts'
import { guestLink, holdGuestLink } from '../link/guest.ts'
import { canonical } from '../link/watch-key.ts'

/** What a public query returned, or why it failed. */
interface GuestView<R> {
  readonly view: R | null
  readonly refusal: Refusal<string> | null
  readonly retry: () => void
}

/** Loads a public query once, for somebody who may not be signed in; null = load nothing. */
export function useGuestQuery<N extends string, I extends z.ZodType, R extends z.ZodType>(
  def: QueryDef<N, I, R>,
  input: z.input<I> | null,
): GuestView<z.output<R>> {
  const key = input === null ? null : canonical(input)
  const [tries, setTries] = useState(0)
  const [held, setHeld] = useState<Omit<GuestView<z.output<R>>, 'retry'>>({ view: null, refusal: null })
  useEffect(() => {
    if (key === null) return
    const release = holdGuestLink()
    const mine = new AbortController()
    const options = { signal: mine.signal, link: guestLink().link }
    void ask(def, JSON.parse(key) as z.input<I>, options).then((answer) => {
      if (mine.signal.aborted) return
      setHeld(answer.ok ? { view: answer.view, refusal: null } : { view: null, refusal: answer.refusal })
    })
    return () => {
      mine.abort()
      release()
    }
  }, [def, key, tries])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { ...held, retry }
}
