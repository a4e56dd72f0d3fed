import type { Knex } from 'knex'
import type { EffectOutcome, RemovableEntity } from '../../contract/consequences.ts'
import type { Access } from '../../contract/features.ts'
import type { DependantQuery } from '../admin/dependants.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { countHolds, readBooked, type Where } from './booked.ts'
import { checkWorld, type Effects } from './effects.ts'
import { readLosses } from './goes-with.ts'

interface Moment {
  readonly actor: UserActor
  readonly now: Date
}

/** How rows of an entity are deleted: what its command decides by, and what its preview says. */
export interface Removal {
  readonly entity: RemovableEntity
  readonly table: string
  /** Who may delete them. */
  readonly access: Access
  /** Returns the names of those rows that the actor may delete. */
  readonly names: (trx: Knex, ids: readonly number[], actor: UserActor) => Promise<string[]>
  /** What forbids it. */
  readonly dependants: (trx: Knex, ids: readonly number[], moment: Moment) => readonly DependantQuery[]
  /** Booked reservations that it concerns: they stay, but what they were made with is gone. */
  readonly booked?: (ids: readonly number[]) => Where
  /** What it means for them; by default they cannot be extended any more. */
  readonly outcome?: EffectOutcome
  /** People who lose access with it. */
  readonly losers?: (trx: Knex, ids: readonly number[]) => Promise<readonly number[]>
  /** Its row stays, so nothing goes with it. */
  readonly stays?: (trx: Knex, ids: readonly number[]) => Promise<boolean>
  /** Its deletion asks for the safety word even if nobody else loses anything. */
  readonly destructive: boolean
}

/** Returns what the deletion of rows would do now. */
export async function considerRemoval(
  trx: Knex,
  removal: Removal,
  ids: readonly number[],
  now: Date,
): Promise<Effects> {
  const where = removal.booked?.(ids)
  return {
    subject: `remove ${removal.entity} ${[...ids].sort((a, b) => a - b).join()}`,
    reservations: where ? await readBooked(trx, where, { now, outcome: removal.outcome ?? 'cannot-extend' }) : [],
    holds: where ? await countHolds(trx, where, now) : 0,
    losers: (await removal.losers?.(trx, ids)) ?? [],
    losses: (await removal.stays?.(trx, ids)) ? [] : await readLosses(trx, removal.table, ids),
  }
}

/** Refuses `world-moved` when the deletion of a row would do something else than its preview said. */
export function checkRemoval(
  trx: Knex,
  refuse: Refuse<'world-moved'>,
  { removal, id, seen, now }: { removal: Removal; id: number; seen: string | undefined; now: Date },
): Promise<void> {
  return checkWorld(refuse, seen, () => considerRemoval(trx, removal, [id], now))
}
