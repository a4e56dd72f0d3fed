import { createHash } from 'node:crypto'
import type { EffectOutcome, LossKind } from '../../contract/consequences.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/** A booked reservation that an act concerns. */
export interface Effect {
  readonly id: number
  readonly userId: number | null
  readonly running: boolean
  readonly priceCents: number
  readonly outcome: EffectOutcome
}

/** What an act would do at a moment: decided once, for its preview and for the act itself (rule W-1). */
export interface Effects {
  /** What it is done to: 'zone 5'. */
  readonly subject: string
  /** By start, then id. */
  readonly reservations: readonly Effect[]
  /** Number of holds that have not ended. They come and go by the second, and are no part of the world's version. */
  readonly holds: number
  /** People who lose access that they have now. */
  readonly losers: readonly number[]
  /** Rows that go with it. */
  readonly losses: readonly { readonly kind: LossKind; readonly count: number }[]
}

/** Returns the version of the world for an act: the same as long as it would do the same. */
export function worldOf({ subject, reservations, losers, losses }: Effects): string {
  const named = reservations.map(({ id, outcome }) => `${id} ${outcome}`).sort()
  const lost = losses.map(({ kind, count }) => `${count} ${kind}`).sort()
  return createHash('sha256')
    .update(JSON.stringify([subject, named, [...losers].sort((a, b) => a - b), lost]))
    .digest('base64url')
    .slice(0, 32)
}

/**
 * Refuses `world-moved` when an act would now do something else than its preview said. Call it under the locks of the
 * act; without `seen` nobody has looked, and nothing is considered.
 */
export async function checkWorld(
  refuse: Refuse<'world-moved'>,
  seen: string | undefined,
  consider: () => Promise<Effects>,
): Promise<void> {
  if (seen === undefined) return
  const now = await consider()
  if (worldOf(now) === seen) return
  refuse('world-moved', { reservations: now.reservations.length, people: peopleOf(now).size })
}

/** Returns everybody concerned: who has a reservation, and who loses something. */
export function peopleOf({ reservations, losers }: Effects): Set<number> {
  const booked = reservations.flatMap(({ userId }) => (userId === null ? [] : [userId]))
  return new Set([...booked, ...losers])
}
