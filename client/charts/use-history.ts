import { useEffect, useMemo, useState } from 'react'
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
  /** The last loaded curves; kept while others are loading. */
  readonly history: History | null
  readonly loading: boolean
  readonly refusal: Refusal<string> | null
}

/** Interval at which a moving span is reloaded, so that old points move into their buckets; ms. */
const renewMs = { day: 5, week: 15, month: 30, year: 60 } as const

interface Answered {
  /** The request that this belongs to. */
  readonly to: object | null
  readonly history: History | null
  readonly refusal: Refusal<string> | null
}

/** Loads the stored curves of a device over a span; again when the span changes, at intervals, and whenever `revive` changes. */
export function useHistory(deviceId: number, span: Span, revive: unknown): HistoryState & { retry: () => void } {
  const [answered, setAnswered] = useState<Answered>({ to: null, history: null, refusal: null })
  const [round, setRound] = useState(0)
  const asking = useMemo(() => ({ deviceId, span, revive, round }), [deviceId, span, revive, round])
  useEffect(() => {
    const stop = new AbortController()
    const { from, until } = boundsOf(asking.span, serverNow())
    const input = {
      deviceId: asking.deviceId,
      from: new Date(from).toISOString(),
      until: new Date(until).toISOString(),
      metrics: [...metrics],
    }
    void ask(history, input, { signal: stop.signal }).then((answer) => {
      if (stop.signal.aborted) return
      if (answer.ok) setAnswered({ to: asking, history: { reply: answer.view, from, until }, refusal: null })
      else setAnswered((before) => ({ to: asking, history: before.history, refusal: answer.refusal }))
    })
    const { name } = asking.span
    const renew =
      name === 'custom' ? undefined : setTimeout(() => setRound((count) => count + 1), renewMs[name] * 60_000)
    return () => {
      stop.abort()
      clearTimeout(renew)
    }
  }, [asking])
  return {
    history: answered.history,
    refusal: answered.refusal,
    loading: answered.to !== asking,
    retry: () => setRound((count) => count + 1),
  }
}
