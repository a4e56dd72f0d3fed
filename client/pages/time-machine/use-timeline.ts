import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { type Timeline, timeline as timelineQuery } from '../../../contract/sites/timeline.ts'
import { ask } from '../../link/ask.ts'
import type { Bounds } from './bounds.ts'

/** More events than this are not held at once: what is after them is a span of its own. */
export const maxHeld = 100_000

export interface LoadedTimeline {
  /** What has come so far; null = nothing yet. */
  readonly timeline: Timeline | null
  /** More is on its way. */
  readonly loading: boolean
  readonly refusal: Refusal<string> | null
  readonly retry: () => void
}

interface Held {
  readonly key: string
  readonly timeline: Timeline | null
  readonly refusal: Refusal<string> | null
}

/** Puts what comes after to what is there; the events of the one end where those of the other begin. */
export function joined(before: Timeline | null, next: Timeline): Timeline {
  if (before === null) return next
  const { coveredUntil, cut } = next
  return { ...before, events: [...before.events, ...next.events], coveredUntil, cut }
}

/** Asks for the past of a site, piece by piece until all of the span is there. */
export function useTimeline(siteId: number, { from, until }: Bounds): LoadedTimeline {
  const [tries, setTries] = useState(0)
  const [held, setHeld] = useState<Held>({ key: '', timeline: null, refusal: null })
  const key = `${siteId} ${from} ${until} ${tries}`
  useEffect(() => {
    const mine = new AbortController()
    const iso = (ms: number) => new Date(ms).toISOString()
    const load = async () => {
      let timeline: Timeline | null = null
      do {
        const start: number = timeline?.coveredUntil ?? from
        const answer = await ask(
          timelineQuery,
          { siteId, from: iso(start), until: iso(until) },
          { signal: mine.signal },
        )
        if (mine.signal.aborted) return
        if (!answer.ok) return setHeld({ key, timeline, refusal: answer.refusal })
        timeline = joined(timeline, answer.view)
        setHeld({ key, timeline, refusal: null })
      } while (timeline.cut && timeline.events.length < maxHeld)
    }
    void load()
    return () => mine.abort()
  }, [key, siteId, from, until])
  const retry = useCallback(() => setTries((count) => count + 1), [])
  return useMemo(() => {
    const { timeline, refusal } = held.key === key ? held : { timeline: null, refusal: null }
    const more = timeline === null || (timeline.cut && timeline.events.length < maxHeld)
    return { timeline, refusal, loading: refusal === null && more, retry }
  }, [held, key, retry])
}
