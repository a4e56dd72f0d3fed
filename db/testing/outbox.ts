import type { Knex } from 'knex'
import { type Cursor, type OutboxRow, readAfter } from '../outbox.ts'

/** Everything committed after the cursor, also what waits for its turn because something still runs: autovacuum does, now and then. */
export async function toldAfter(knex: Knex, cursor: Cursor): Promise<OutboxRow[]> {
  const { rows, ahead } = await readAfter(knex, cursor, 10_000, new Set())
  return [...rows, ...ahead]
}
