import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type * as z from 'zod'
import type { Refusal } from '../../../contract/refusals.ts'
import { i18n } from '../../i18n/i18n.ts'
import { http, mayPass } from '../../link/http.ts'
import { serverNow, setClockOffset, whileSeen } from '../../ui/clock.ts'
import { useRetry } from '../../ui/use-retry.ts'

/** Refusals of the link itself: retrying would not help. */
const final = ['eticket-invalid', 'eticket-expired', 'eticket-canceled', 'eticket-not-allowed'] as const
export type FinalRefusal = (typeof final)[number]
export const isFinal = (code: string): code is FinalRefusal => (final as readonly string[]).includes(code)

/** What a page requests of the reservation behind a link, and makes of the reply. */
export interface SummaryOf<S extends z.ZodType<{ readonly meta: { readonly now: string } }>, T> {
  readonly include: string
  readonly answer: S
  /** Null if the place is missing. */
  readonly read: (body: z.output<S>) => T | null
}

interface Held<T> {
  /** The last reply; null while there is none, and when the link leads nowhere. */
  readonly shown: T | null
  /** Why the last try failed; what is shown is then from `asOf` (ms). */
  readonly refusal: Refusal<string> | null
  readonly asOf: number
}
export interface SummaryState<T> extends Held<T> {
  readonly asking: boolean
  /** Loads now. */
  readonly refresh: () => void
  /** Loads on request: `asking` until there is a reply. */
  readonly retry: () => void
}

const everyMinute = 60_000

/**
 * The reservation of a link: loaded at once, when the language changes, each minute, when the network or the person comes back, and soon after a
 * temporary failure; the last reply stays meanwhile. `of` must stay the same.
 */
export function useSummary<S extends z.ZodType<{ readonly meta: { readonly now: string } }>, T>(
  token: string,
  of: SummaryOf<S, T>,
): SummaryState<T> {
  const { language } = useSnapshot(i18n)
  const [held, setHeld] = useState<Held<T>>({ shown: null, refusal: null, asOf: 0 })
  const [asking, setAsking] = useState(false)
  const [failures, setFailures] = useState(0)
  const request = useRef<AbortController | null>(null)
  const over = useRef(false)
  const refresh = useCallback(() => {
    request.current?.abort()
    const mine = new AbortController()
    request.current = mine
    const path = `/reservation-summaries/${encodeURIComponent(token)}?include=${of.include}`
    void http('GET', path, { answer: of.answer, signal: mine.signal }).then((answer) => {
      if (mine.signal.aborted) return
      setAsking(false)
      // The network's loss is reported early: a reply that still arrives then may be outdated a moment later.
      const passes = mayPass(answer) || !navigator.onLine
      setFailures((before) => (passes ? before + 1 : 0))
      over.current = !answer.ok && isFinal(answer.refusal.code)
      if (answer.ok) setClockOffset(Date.parse(answer.body.meta.now) - Date.now())
      const shown = answer.ok ? of.read(answer.body) : null
      if (shown !== null) return setHeld({ shown, refusal: null, asOf: serverNow() })
      const refusal = answer.ok ? { code: 'unknown-failure' } : answer.refusal
      setHeld((before) => ({ ...before, shown: over.current ? null : before.shown, refusal }))
    })
  }, [token, of])

  useEffect(() => {
    void language // texts of the answer follow it
    refresh()
    const look = () => {
      if (!over.current) refresh()
    }
    const stop = whileSeen(everyMinute, look)
    // Losing the network counts at once too: the content is no longer fresh.
    window.addEventListener('offline', look)
    return () => {
      stop()
      window.removeEventListener('offline', look)
      request.current?.abort()
    }
  }, [refresh, language])
  useRetry(failures, refresh)
  const retry = () => {
    setAsking(true)
    refresh()
  }
  return { ...held, asking, refresh, retry }
}
