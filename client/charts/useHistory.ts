import { useEffect, useState } from 'react'
import type * as z from 'zod'
import { history, metrics } from '../../contract/insight.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { ask } from '../link/ask.ts'
import { serverNow } from '../ui/clock.ts'
import { boundsOf, type Span } from './span.ts'

export interface History {
  readonly reply: z.output<typeof history.reply>
  readonly from: number
  readonly until: number
}
export interface HistoryState {
  /** What was last loaded; it stays while something else is on its way. */
  readonly history: History | null
  readonly loading: boolean
  readonly refusal: Refusal<string> | null
}

/** A moving span is asked again after this time, so that old points get their buckets; ms. */
const renewMs = { day: 5, week: 15, month: 30, year: 60 } as const

/** The stored curves of a device over a span; asked again when the span changes, from time to time, and whenever `revive` changes. */
export function useHistory(deviceId: number, span: Span, revive: unknown): HistoryState & { retry: () => void } {
  const [state, setState] = useState<HistoryState>({ history: null, loading: true, refusal: null })
  const [round, setRound] = useState(0)
  useEffect(() => {
    void revive
    void round
    const stop = new AbortController()
    setState((before) => ({ ...before, loading: true }))
    const { from, until } = boundsOf(span, serverNow())
    const input = {
      deviceId,
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      metrics: [...metrics],
    }
    void ask(history, input, { signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return
      if (answer.ok) setState({ history: { reply: answer.view, from, until }, loading: false, refusal: null })
      else setState((before) => ({ ...before, loading: false, refusal: answer.refusal }))
    })
    const renew =
      span.name === 'custom' ? undefined : setTimeout(() => setRound((count) => count + 1), renewMs[span.name] * 60_000)
    return () => {
      stop.abort()
      clearTimeout(renew)
    }
  }, [deviceId, span, revive, round])
  return { ...state, retry: () => setRound((count) => count + 1) }
}
