import type pg from 'pg'
import { MoveError } from './error.ts'

/**
 * Moves unhandled rows of the outbox. It is ordered by the source's transactions, so the rows are written in order as
 * by this one, and screens start with a new snapshot. Returns how many rows.
 */
export async function moveOutbox(source: pg.Client, target: pg.Client): Promise<number> {
  const { rows } = await source.query<Record<string, unknown>>(
    `SELECT at, fact, payload::text AS payload, changes::text AS changes FROM outbox
     WHERE xid >= (SELECT xid FROM relay_state) ORDER BY xid, id LIMIT ${most + 1}`,
  )
  if (rows.length > most)
    throw new MoveError(
      `More than ${most} facts are still pending: let the portal run until it has handled them, then stop it.`,
    )
  await target.query(`INSERT INTO outbox_floor (xid) SELECT (pg_current_xact_id()::text::bigint - 1)::text::xid8`)
  await target.query('INSERT INTO relay_state (xid) SELECT pg_current_xact_id()')
  for (const { at, fact, payload, changes } of rows)
    await target.query('INSERT INTO outbox (at, fact, payload, changes) VALUES ($1, $2, $3::jsonb, $4::jsonb)', [
      at,
      fact,
      payload,
      changes,
    ])
  return rows.length
}

/** The portal handles facts within seconds; more of them are pending only if something is wrong. */
const most = 100_000
