import { useCallback, useEffect, useState } from 'react'
import type * as z from 'zod'
import { contacts } from '../../../contract/help.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { http } from '../../link/http.ts'
import { hrefWith } from '../../ui/href-with.ts'

type View = z.output<typeof contacts.reply>
interface Held {
  readonly key: string
  readonly view: View | null
  readonly refusal: Refusal<string> | null
}

/** Loads the contacts of the sites, with or without an account; `who` changes with person and language. The last reply stays meanwhile. */
export function useContacts(query: string, who: string): Omit<Held, 'key'> & { readonly retry: () => void } {
  const [tries, setTries] = useState(0)
  const [held, setHeld] = useState<Held>({ key: '', view: null, refusal: null })
  const key = `${tries} ${who} ${query}`
  useEffect(() => {
    const mine = new AbortController()
    const path = hrefWith('/contacts', { query: query || undefined })
    void http('GET', path, { answer: contacts.reply, signal: mine.signal }).then((answer) => {
      if (mine.signal.aborted) return
      setHeld((before) =>
        answer.ok ? { key, view: answer.body, refusal: null } : { ...before, key, refusal: answer.refusal },
      )
    })
    return () => mine.abort()
  }, [key, query])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return { view: held.view, refusal: held.refusal, retry }
}
