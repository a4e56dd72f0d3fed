import { before } from './calendar.ts'
import type { RefundTerms } from './types.ts'

const half = (cents: number) => Math.ceil(cents / 2)

/** The terms as bought; `timeZone` is the site's. */
export interface RefundRule {
  readonly refundUntilMinutes: number
  readonly timeZone: string
}

const fullEnds = (start: Date, { refundUntilMinutes, timeZone }: RefundRule) =>
  before(start, refundUntilMinutes, timeZone)

/**
 * Returns the refund for cancelling at `now`, in cents (rules P-6 to P-8): everything while more than
 * `refundUntilMinutes` are left, then half (an odd cent goes to the customer), nothing once started. 0 minutes =
 * everything until the start.
 */
export function refundCents(paidCents: number, rule: RefundRule, start: Date, now: Date): number {
  if (now.getTime() >= start.getTime()) return 0
  return now.getTime() < fullEnds(start, rule).getTime() ? paidCents : half(paidCents)
}

/** A part of its span in which a reservation has no place, through no fault of its person. until null = to its end. */
export interface Displacement {
  readonly from: Date
  readonly until: Date | null
}

/** Parses displacements that came over the wire. */
export function displacementsOf(
  displacements: readonly { readonly from: string; readonly until: string | null }[],
): Displacement[] {
  return displacements.map(({ from, until }) => ({
    from: new Date(from),
    until: until === null ? null : new Date(until),
  }))
}

/**
 * Returns the refund if displacements exist (rules P-9, P-10): everything until the start, then the lost share of the
 * span, rounded in the customer's favour. Never less than P-6 to P-8; without displacements `refundCents`.
 */
export function refundAfterDisplacements(
  paidCents: number,
  rule: RefundRule,
  { start, end }: { readonly start: Date; readonly end: Date },
  displacements: readonly Displacement[],
  now: Date,
): number {
  const usual = refundCents(paidCents, rule, start, now)
  if (displacements.length === 0) return usual
  if (now.getTime() < start.getTime()) return paidCents
  const lost = lostMs(displacements, start.getTime(), end.getTime())
  return Math.max(usual, Math.min(paidCents, Math.ceil((paidCents * lost) / (end.getTime() - start.getTime()))))
}

/** Milliseconds of [start, end) within any of the displacements, each moment counted once. */
function lostMs(displacements: readonly Displacement[], start: number, end: number): number {
  const spans = displacements
    .map(({ from, until }) => [Math.max(from.getTime(), start), Math.min(until?.getTime() ?? end, end)] as const)
    .sort(([a], [b]) => a - b)
  let lost = 0
  let reached = start
  for (const [from, until] of spans) {
    lost += Math.max(0, until - Math.max(from, reached))
    reached = Math.max(reached, until)
  }
  return lost
}

/**
 * The same as terms for the card, as of `now`: each amount with the moment at which it ends; 0 where that moment is
 * null.
 */
export function refundTerms(paidCents: number, rule: RefundRule, start: Date, now: Date): RefundTerms {
  const until = fullEnds(start, rule)
  const full = now.getTime() < until.getTime()
  const halves = now.getTime() < start.getTime() && rule.refundUntilMinutes > 0
  return {
    fullUntil: full ? until : null,
    fullCents: full ? paidCents : 0,
    halfUntil: halves ? start : null,
    halfCents: halves ? half(paidCents) : 0,
  }
}
