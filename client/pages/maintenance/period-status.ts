import type { MaintenanceView, PeriodStatus } from '../../../contract/maintenance.ts'

type Times = Pick<MaintenanceView, 'start' | 'end' | 'revokedAt'>

/** The status of a period at `now` (ms): [start, end), and over once revoked. */
export function statusOf({ start, end, revokedAt }: Times, now: number): PeriodStatus {
  if (revokedAt !== null || (end !== null && now >= Date.parse(end))) return 'over'
  return now < Date.parse(start) ? 'planned' : 'active'
}

/** How a period ended: by time, early, or revoked before it began. */
export function endingOf({ start, revokedAt }: Times): 'by-time' | 'early' | 'taken-back' {
  if (revokedAt === null) return 'by-time'
  return Date.parse(revokedAt) <= Date.parse(start) ? 'taken-back' : 'early'
}

/** The real or planned end, ISO; null = unknown. */
export function endMoment({ end, revokedAt }: Times): string | null {
  if (revokedAt === null || end === null) return revokedAt ?? end
  return Date.parse(revokedAt) < Date.parse(end) ? revokedAt : end
}

/** Number of affected reservations, and of handled ones. */
export function progressOf({ counts }: Pick<MaintenanceView, 'counts'>): { total: number; done: number } {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { total, done: total - counts.pending }
}
