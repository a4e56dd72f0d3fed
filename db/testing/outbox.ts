import type { Knex } from 'knex'
import { change, type RoomChange, type RoomOf } from '../../contract/changes.ts'
import { type Fact, fact, parseFact } from '../../contract/facts.ts'
import { type Cursor, type OutboxRow, readAfter } from '../outbox.ts'

/** Everything committed after the cursor, also what waits for its turn because something still runs: autovacuum does, now and then. */
export async function toldAfter(knex: Knex, cursor: Cursor): Promise<OutboxRow[]> {
  const { rows, ahead } = await readAfter(knex, cursor, 10_000, new Set())
  return [...rows, ...ahead]
}

/** A change that says no more than a number and a word, for tests of how changes travel. */
export function saying(
  id: number,
  rooms: RoomOf<'noticeCounts'>[],
  { version = id, n = id, word = '' } = {},
): RoomChange<'noticeCounts'> {
  return change('noticeCounts', { id, version, view: { queued: n, failed: 0, movedAt: word }, rooms })
}

/** A fact that says no more than a word. */
export function saidFact(word: string): Fact {
  return fact('gateways.silent', { gatewayId: 1, lastMessageAt: word })
}

/** The word of such a fact; null where there is none. */
export function wordOf({ payload }: { payload: unknown }): string | null {
  return payload === null ? null : parseFact('gateways.silent', payload).lastMessageAt
}
