import type { Message, MessageKind } from '../messages/queue.ts'
import { type Affected, refundOf } from './read-affected.ts'

/** The message to the person of a reservation about maintenance. */
export const messageKinds = [
  'reservation-rebooked',
  'maintenance-not-moved',
  'maintenance-lost-access',
  'maintenance-last-try-failed',
  'maintenance-restored',
] as const satisfies readonly MessageKind[]
type MaintenanceMessage = (typeof messageKinds)[number]

export interface ToldPeriod {
  readonly id: number
  readonly reason: string
  readonly start: Date
  readonly end: Date | null
}

/**
 * A message about the effect of a period; each kind once per reservation and period. Null = there is nobody to inform.
 */
export function messageOf(
  kind: MaintenanceMessage,
  affected: Affected,
  period: ToldPeriod,
  more: Readonly<Record<string, string | number | null>>,
): Message | null {
  if (affected.userId === null) return null
  return {
    kind,
    userId: affected.userId,
    dedupeKey: `maintenance:${period.id}:${affected.id}:${kind}`,
    reservationId: affected.id,
    data: { reason: period.reason, ...more },
  }
}

/** The message about a lost place: when it was lost, until when another one is searched, and the refund. */
export function lossOf(affected: Affected, period: ToldPeriod, triesUntil: Date | null, now: Date) {
  const from = affected.start > period.start ? affected.start : period.start
  return {
    from: from.toISOString(),
    until: period.end?.toISOString() ?? null,
    triesUntil: triesUntil?.toISOString() ?? null,
    refundCents: refundOf(affected, [{ from, until: period.end }], now),
  }
}
