import { useCallback, useEffect, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import { reservationSummary } from '../../../contract/eticket.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { i18n } from '../../i18n/i18n.ts'
import { http, mayPass } from '../../link/http.ts'
import { serverNow, setClockOffset, whileSeen } from '../../ui/clock.ts'
import { useRetry } from '../../ui/use-retry.ts'
import { include, type Ticket, ticketOf } from './ticket-state.ts'

/** Refusals of the ticket itself: retrying would not help. */
const final = ['eticket-invalid', 'eticket-expired', 'eticket-canceled', 'eticket-not-allowed'] as const
export type FinalRefusal = (typeof final)[number]
export const isFinal = (code: string): code is FinalRefusal => (final as readonly string[]).includes(code)

/** `fresh` false = the last try failed, what is shown is from `asOf` (ms). */
export type TicketState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly ticket: Ticket; readonly asOf: number; readonly fresh: boolean }
  | { readonly kind: 'refused'; readonly code: FinalRefusal }
  | { readonly kind: 'failed'; readonly refusal: Refusal<string> }

const everyMinute = 60_000

/**
 * The reservation of a token: loaded at once, when the language changes, each minute, when the network or the person comes back, and soon after a
 * temporary failure; the last reply stays meanwhile. `refresh` loads now; so does `retry`, with `asking` until there is a reply.
 */
export function useTicket(token: string): {
  state: TicketState
  asking: boolean
  refresh: () => void
  retry: () => void
} {
  const { language } = useSnapshot(i18n)
  const [state, setState] = useState<TicketState>({ kind: 'loading' })
  const [asking, setAsking] = useState(false)
  const [failures, setFailures] = useState(0)
  const request = useRef<AbortController | null>(null)
  const over = useRef(false)
  const refresh = useCallback(() => {
    request.current?.abort()
    const mine = new AbortController()
    request.current = mine
    const path = `/reservation-summaries/${encodeURIComponent(token)}?include=${include}`
    void http('GET', path, { answer: reservationSummary, signal: mine.signal }).then((answer) => {
      if (mine.signal.aborted) return
      setAsking(false)
      // The network's loss is reported early: a reply that still arrives then may be outdated a moment later.
      const passes = mayPass(answer) || !navigator.onLine
      setFailures((before) => (passes ? before + 1 : 0))
      over.current = !answer.ok && isFinal(answer.refusal.code)
      const ticket = answer.ok ? ticketOf(answer.body) : null
      if (answer.ok) setClockOffset(Date.parse(answer.body.meta.now) - Date.now())
      setState((before) => {
        if (ticket) return { kind: 'shown', ticket, asOf: serverNow(), fresh: true }
        const refusal = answer.ok ? { code: 'unknown-failure' } : answer.refusal
        if (isFinal(refusal.code)) return { kind: 'refused', code: refusal.code }
        return before.kind === 'shown' ? { ...before, fresh: false } : { kind: 'failed', refusal }
      })
    })
  }, [token])

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
  return { state, asking, refresh, retry }
}
