import type { AffectedOutcome, MaintenanceScope } from '../../contract/maintenance.ts'

export interface DueRow {
  readonly outcome: AffectedOutcome
  /** 0 = nobody has looked for a place yet. */
  readonly tries: number
  readonly lastTryAt: Date | null
  readonly state: string
  readonly start: Date
  readonly end: Date
  readonly scope: MaintenanceScope
  readonly revoked: boolean
  /** The period covers a device of it while it is booked. */
  readonly covered: boolean
}

/** What becomes of a due row. Elsewhere: already moved; lost: runs and loses access; stays: without another place; look: another place is looked for; settled: nothing is left to do. */
export type Verdict = 'canceled' | 'restored' | 'elsewhere' | 'over' | 'lost' | 'stays' | 'look' | 'give-up' | 'settled'

/** Who was to look for the last time may be so late; ms. */
const lateMs = 60_000
/** Another place is looked for at least so often; ms. */
export const againMs = 10 * 60_000

/** The first rule that applies (rules MT-7 to MT-12). */
export function verdictOf(row: DueRow, now: Date): Verdict {
  if (row.state !== 'RESERVED') return 'canceled'
  if (row.revoked) return 'restored'
  if (row.outcome !== 'pending' && row.outcome !== 'not-moved') return 'settled'
  if (!row.covered) return 'elsewhere'
  if (row.end <= now) return 'over'
  const isNew = row.outcome === 'pending'
  if (row.start <= now) return isNew ? 'lost' : 'give-up'
  // The plan under the locks was a try; and within a closed site there is no other place.
  if (isNew && (row.tries > 0 || row.scope !== 'device')) return 'stays'
  const late = row.lastTryAt === null || now.getTime() > row.lastTryAt.getTime() + lateMs
  return !isNew && (late || row.scope !== 'device') ? 'give-up' : 'look'
}

/** When a place is looked for next; null = not any more. The last time is exactly at `lastTryAt`. */
export function nextTry(lastTryAt: Date | null, now: Date): Date | null {
  if (lastTryAt === null || lastTryAt <= now) return null
  return new Date(Math.min(now.getTime() + againMs, lastTryAt.getTime()))
}
