import type { AccessView } from '../../contract/control/own.ts'

export interface GraceCost {
  /** What leaving now costs; null = the reader pays nothing. */
  readonly cents: number | null
  /** When that changes, and to what; null = not any more. */
  readonly changes: { readonly at: string; readonly cents: number } | null
}

/** What an overstay costs its person at `now` (server's clock, ms), by the steps that the portal told. */
export function graceAt({ prices }: NonNullable<AccessView['overstay']>, now: number): GraceCost {
  const at = prices.findIndex(({ until }) => now <= Date.parse(until))
  const step = prices[at === -1 ? prices.length - 1 : at]
  if (step === undefined) return { cents: null, changes: null }
  const next = at === -1 ? undefined : prices[at + 1]
  return { cents: step.cents, changes: next === undefined ? null : { at: step.until, cents: next.cents } }
}
