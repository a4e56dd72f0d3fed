import type { Knex } from 'knex'
import { change, type RoomChange, type RoomOf } from '../../contract/changes.ts'
import { type Fact, fact, parseFact } from '../../contract/facts.ts'
import { type Cursor, type OutboxRow, readAfter } from '../outbox.ts'

/**
 * Returns everything committed after the cursor, also what waits for its turn because something (sometimes autovacuum)
 * still runs.
 */
export async function toldAfter(knex: Knex, cursor: Cursor): Promise<OutboxRow[]> {
  const { rows, ahead } = await readAfter(knex, cursor, 10_000, new Set())
  return [...rows, ...ahead]
}

/** A change with just a number and a word, for tests of how changes travel. */
export function saying(
  id: number,
  rooms: RoomOf<'messageCounts'>[],
  { version = id, n = id, word = '' } = {},
): RoomChange<'messageCounts'> {
  return change('messageCounts', { id, version, view: { queued: n, failed: 0, movedAt: word }, rooms })
}

/** A fact with just a word. */
export function saidFact(word: string): Fact {
  return fact('gateways.silent', { gatewayId: 1, lastMessageAt: word })
}

/** Returns the word of such a fact, or null. */
export function wordOf({ payload }: { payload: unknown }): string | null {
  return payload === null ? null : parseFact('gateways.silent', payload).lastMessageAt
}
