import type { Knex } from 'knex'
import type * as z from 'zod'
import type { act, ConsequencesView } from '../../contract/consequences.ts'
import { mayAccess } from '../../contract/features.ts'
import { readDependants } from '../admin/dependants.ts'
import type { Effects } from '../effects/effects.ts'
import { considerRemoval } from '../effects/removal.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'
import { removals } from './removals.ts'

type Act = z.output<typeof act>
type ActOf<K extends Act['act']> = Extract<Act, { act: K }>
interface Moment {
  readonly actor: UserActor
  readonly now: Date
}
interface Considered extends Pick<ConsequencesView, 'undo' | 'safetyWord'> {
  readonly effects: Effects
  readonly dependants: ConsequencesView['dependants']
}

/** Returns what an act would do, for whoever may do it. */
export function considerAct(
  trx: Knex,
  refuse: Refuse<'not-found' | 'not-authorized' | 'used-elsewhere'>,
  what: Act,
  moment: Moment,
): Promise<Considered> {
  return remove(trx, refuse, what, moment)
}

async function remove(
  trx: Knex,
  refuse: Refuse<'not-found' | 'not-authorized'>,
  { entity, ids }: ActOf<'remove'>,
  { actor, now }: Moment,
): Promise<Considered> {
  const removal = removals[entity]
  if (!mayAccess(removal.access, actor.features)) return refuse('not-authorized')
  const names = await removal.names(trx, ids, actor)
  if (names.length < ids.length) return refuse('not-found')
  const effects = await considerRemoval(trx, removal, ids, now)
  const { reservations, losers, losses } = effects
  const lost = reservations.length + losers.length + losses.length > 0
  // Several rows are confirmed by their number.
  const [name = ''] = names
  const word = ids.length === 1 ? name : String(ids.length)
  return {
    effects,
    dependants: mutable(await readDependants(removal.dependants(trx, ids, { actor, now }))),
    undo: 'none',
    safetyWord: removal.destructive || lost ? word : null,
  }
}

const mutable = (found: Awaited<ReturnType<typeof readDependants>>): ConsequencesView['dependants'] =>
  found.map(({ kind, count, first }) => ({ kind, count, first: [...first] }))
