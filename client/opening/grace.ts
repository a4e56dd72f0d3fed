import type { AccessView } from '../../contract/control/own.ts'

export interface GraceCost {
  /** Cost of leaving now; null = free for the reader. */
  readonly cents: number | null
  /** When that changes, and to what; null = no more changes. */
  readonly changes: { readonly at: string; readonly cents: number } | null
}

/** The cost of an overstay at `now` (server's clock, ms), by the steps from the portal. */
export function graceAt({ prices }: NonNullable<AccessView['overstay']>, now: number): GraceCost {
  const at = prices.findIndex(({ until }) => now <= Date.parse(until))
  const step = prices[at === -1 ? prices.length - 1 : at]
  if (step === undefined) return { cents: null, changes: null }
  const next = at === -1 ? undefined : prices[at + 1]
  return { cents: step.cents, changes: next === undefined ? null : { at: step.until, cents: next.cents } }
}
