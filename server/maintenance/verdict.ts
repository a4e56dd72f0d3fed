import type { AffectedOutcome, MaintenanceScope } from '../../contract/maintenance.ts'

export interface DueRow {
  readonly outcome: AffectedOutcome
  /** 0 = not searched yet. */
  readonly tries: number
  readonly lastTryAt: Date | null
  readonly state: string
  readonly start: Date
  readonly end: Date
  readonly scope: MaintenanceScope
  readonly revoked: boolean
  /** The period covers one of its devices while it is booked. */
  readonly covered: boolean
}

/**
 * Outcome of a due row. elsewhere: already moved; lost: runs and loses access; stays: without another place; look:
 * another place is searched; settled: nothing left to do.
 */
export type Verdict = 'canceled' | 'restored' | 'elsewhere' | 'over' | 'lost' | 'stays' | 'look' | 'give-up' | 'settled'

/** Maximum delay of the last try; ms. */
const lateMs = 60_000
/** Maximum pause between two searches; ms. */
export const againMs = 10 * 60_000

/** Returns the first rule that applies (rules MT-7 to MT-12). */
export function verdictOf(row: DueRow, now: Date): Verdict {
  if (row.state !== 'RESERVED') return 'canceled'
  if (row.revoked) return 'restored'
  if (row.outcome !== 'pending' && row.outcome !== 'not-moved') return 'settled'
  if (!row.covered) return 'elsewhere'
  if (row.end <= now) return 'over'
  const isNew = row.outcome === 'pending'
  if (row.start <= now) return isNew ? 'lost' : 'give-up'
  // The plan under the locks was a try; and a closed site has no other place.
  if (isNew && (row.tries > 0 || row.scope !== 'device')) return 'stays'
  const late = row.lastTryAt === null || now.getTime() > row.lastTryAt.getTime() + lateMs
  return !isNew && (late || row.scope !== 'device') ? 'give-up' : 'look'
}

/** Returns when a place is searched next; null = never again. The last time is exactly at `lastTryAt`. */
export function nextTry(lastTryAt: Date | null, now: Date): Date | null {
  if (lastTryAt === null || lastTryAt <= now) return null
  return new Date(Math.min(now.getTime() + againMs, lastTryAt.getTime()))
}
