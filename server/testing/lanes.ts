import { setTimeout as wait } from 'node:timers/promises'

/** One call of a lane: begin and end (performance.now), and its outcome in one word. */
export interface Called {
  readonly lane: string
  readonly from: number
  readonly to: number
  /** 'ok', a refusal's code, or the error. */
  readonly outcome: string
}

/** Makes calls one after another in several lanes until stopped; records all of them. A thrown error is an outcome too. */
export function startLanes(
  lanes: Readonly<Record<string, () => Promise<string>>>,
  { pauseMs = 0, onCall }: { pauseMs?: number; onCall?: (called: Called) => void } = {},
) {
  const calls: Called[] = []
  let stopped = false
  const work = Object.entries(lanes).map(async ([lane, call]) => {
    while (!stopped) {
      const from = performance.now()
      let outcome: string
      try {
        outcome = await call()
      } catch (error) {
        outcome = `thrown: ${error instanceof Error ? error.message : String(error)}`
      }
      const called = { lane, from, to: performance.now(), outcome }
      calls.push(called)
      onCall?.(called)
      if (pauseMs > 0) await wait(pauseMs)
      else await new Promise((resolve) => setImmediate(resolve))
    }
  })
  return {
    calls,
    async stop(): Promise<void> {
      stopped = true
      await Promise.all(work)
    },
  }
}

/** Returns the value below which this share of the numbers lies; 0 if there are none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** Counts each outcome. */
export function tally(calls: readonly Called[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { lane, outcome } of calls) counts[`${lane}: ${outcome}`] = (counts[`${lane}: ${outcome}`] ?? 0) + 1
  return counts
}

/** Median and tails of times in whole ms, for printing. */
export function percentiles(took: readonly number[]): { p50: number; p95: number; p99: number } {
  const at = (share: number) => Math.round(quantile(took, share))
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
