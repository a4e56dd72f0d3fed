import type { Knex } from 'knex'
import { checkChange, type RoomChange } from '../contract/changes.ts'
import { type Fact, parseFact } from '../contract/facts.ts'
import { strict } from '../contract/strict.ts'
import { type StoredChange, sealChange, unsealChanges } from './sealed-changes.ts'
import { many, one, prepared } from './sql.ts'
import { enqueue } from './transaction.ts'

/** A place in the outbox. `xid` is a 64-bit transaction id and stays text. */
export type Cursor = { xid: string; id: number }
export type OutboxRow = {
  cursor: Cursor
  at: Date
  fact: string | null
  payload: unknown
  /** As published, with the secrets as they are now. */
  changes: RoomChange[]
}

/** Maximum number of changes in one row of the outbox; more of them make further rows. */
const maxChangesPerRow = 200

/**
 * Publishes changes for screens and a fact for other work: writes them into the outbox in the transaction of their
 * write, and wakes the relay at commit. Secrets are not stored: readers of the outbox add them. Does nothing if there
 * is nothing to publish.
 */
export async function publish(trx: Knex.Transaction, changes: readonly RoomChange[], fact?: Fact): Promise<void> {
  if (strict.on) check(changes, fact)
  for (let first = 0; first < changes.length || (first === 0 && fact); first += maxChangesPerRow) {
    const values = valuesOf(changes.slice(first, first + maxChangesPerRow), first === 0 ? fact : undefined)
    await enqueue(trx, writing, values)
  }
}

function check(changes: readonly RoomChange[], fact: Fact | undefined): void {
  changes.forEach(checkChange)
  if (fact) parseFact(fact.name, fact.payload)
}

const writing = `WITH written AS (INSERT INTO outbox (fact, payload, changes) VALUES (?, ?::jsonb, ?::jsonb))
  SELECT pg_notify('outbox', '')`

function valuesOf(changes: readonly RoomChange[], fact: Fact | undefined): (string | null)[] {
  return [fact?.name ?? null, fact ? JSON.stringify(fact.payload) : null, JSON.stringify(changes.map(sealChange))]
}

/** Returns a version greater than all earlier ones. Hold the lock of the row it is for. */
export async function nextVersion(trx: Knex): Promise<number> {
  return (await one<{ version: number }>(trx, `SELECT nextval('change_version') AS version`)).version
}

export function formatCursor(cursor: Cursor): string {
  return `${cursor.xid}.${cursor.id}`
}

/** Parses a cursor from outside; null if it is none. */
export function parseCursor(text: string): Cursor | null {
  const match = /^(\d{1,19})\.(\d{1,15})$/.exec(text)
  return match?.[1] !== undefined && match[2] !== undefined ? { xid: match[1], id: Number(match[2]) } : null
}

type FoundRow = {
  held: boolean
  inTurn: boolean
  xid: string
  id: number | null
  changes: StoredChange[] | null
} & Omit<OutboxRow, 'cursor' | 'changes'>

/** One read of the outbox. */
export interface Read {
  /** In an order to which nothing can be added behind the reader. */
  readonly rows: OutboxRow[]
  /** Also committed, but another row may still come before them: no cursor may pass `rows`. */
  readonly ahead: OutboxRow[]
  /** Rows wait for a running transaction, which wakes nobody when it ends without having published. */
  readonly held: boolean
}

/**
 * Returns at most `limit` rows after the cursor, by transaction id: those of transactions below the oldest one still
 * running and, if `seen` is given, the other committed ones ahead of their turn. What was read ahead before (`seen`, by
 * id) is not read ahead again, and comes without its changes in its turn. Call it outside of a transaction: inside,
 * PostgreSQL remembers the running transactions of the first query.
 */
export async function readAfter(
  knex: Knex,
  cursor: Cursor,
  limit: number,
  seen: ReadonlySet<number> | null = null,
): Promise<Read> {
  // NOT IN looks an id up by hash; <> ALL with a cached plan would scan all of them for every row.
  const ids = [...(seen ?? [])]
  const found = await prepared<FoundRow>(
    knex,
    `WITH horizon AS MATERIALIZED (SELECT outbox_horizon() AS xid)
     SELECT coalesce((SELECT max(outbox.xid) FROM outbox) >= horizon.xid, false) AS held, read.*
     FROM horizon LEFT JOIN LATERAL (
       SELECT id, outbox.xid::text AS xid, outbox.xid < horizon.xid AS "inTurn", at, fact, payload,
         ${seen ? `CASE WHEN id IN (SELECT unnest(?::bigint[])) THEN '[]' ELSE changes END AS changes` : 'changes'}
       FROM outbox WHERE (outbox.xid, id) > (?::xid8, ?::bigint) AND ${seen ? '(outbox.xid < horizon.xid OR id NOT IN (SELECT unnest(?::bigint[])))' : 'outbox.xid < horizon.xid'}
       ORDER BY outbox.xid, id LIMIT ?) AS read ON true`,
    seen ? [ids, cursor.xid, cursor.id, ids, limit] : [cursor.xid, cursor.id, limit],
  )
  const changes = await unsealChanges(
    knex,
    found.flatMap((row) => row.changes ?? []),
  )
  const read: Read = { rows: [], ahead: [], held: found[0]?.held ?? false }
  for (const { id, xid, held: _held, inTurn, changes: stored, ...rest } of found) {
    const own = changes.splice(0, stored?.length ?? 0)
    if (id !== null) read[inTurn ? 'rows' : 'ahead'].push({ cursor: { xid, id }, ...rest, changes: own })
  }
  return read
}

/** Returns the age of the oldest row after the cursor in seconds, whether it can be read yet or not; 0 = none. */
export async function oldestAfter(knex: Knex, cursor: Cursor): Promise<number> {
  const { seconds } = await one<{ seconds: number }>(
    knex,
    `SELECT coalesce((SELECT extract(epoch FROM clock_timestamp() - at) FROM outbox
       WHERE (outbox.xid, id) > (?::xid8, ?::bigint) ORDER BY outbox.xid, id LIMIT 1), 0) AS seconds`,
    [cursor.xid, cursor.id],
  )
  return seconds
}

export type FactRow = { cursor: Cursor; fact: string; payload: unknown }

/** Returns at most `limit` facts after one cursor and up to another that has been read, in the order of `readAfter`. */
export async function readFacts(knex: Knex, after: Cursor, upTo: Cursor, limit: number): Promise<FactRow[]> {
  const found = await many<Omit<FactRow, 'cursor'> & Cursor>(
    knex,
    `SELECT id, outbox.xid::text AS xid, fact, payload FROM outbox
     WHERE fact IS NOT NULL AND (outbox.xid, id) > (?::xid8, ?::bigint) AND (outbox.xid, id) <= (?::xid8, ?::bigint)
     ORDER BY outbox.xid, id LIMIT ?`,
    [after.xid, after.id, upTo.xid, upTo.id, limit],
  )
  return found.map(({ id, xid, ...rest }) => ({ cursor: { xid, id }, ...rest }))
}

/**
 * Returns whether rows after the cursor were pruned, or the cursor is not of this database (another one, or a restored
 * backup).
 */
export async function isLost(knex: Knex, cursor: Cursor): Promise<boolean> {
  const { lost } = await one<{ lost: boolean }>(
    knex,
    'SELECT (SELECT xid >= ?::xid8 FROM outbox_floor) OR ?::xid8 > pg_snapshot_xmax(pg_current_snapshot()) AS lost',
    [cursor.xid, cursor.xid],
  )
  return lost
}

/**
 * Returns a cursor such that everything at or below it is visible to this transaction. Ask for it before reading the
 * view: what is read afterwards can only be newer, and a change seen twice does no harm because versions decide.
 */
export async function position(trx: Knex): Promise<Cursor> {
  const { xid } = await one<{ xid: string }>(trx, 'SELECT outbox_horizon()::text AS xid')
  return { xid, id: 0 }
}

/** Outbox rows that a replay examines for each change it may return. */
const rowsPerChange = 20

/**
 * Returns the changes since the cursor for any of the rooms, including those beyond the new cursor, because they may
 * have been pushed before somebody joined. Returns 'too-old' if part of them is pruned, if there are more than `limit`,
 * if too many rows lie between (a new snapshot is cheaper), or if the cursor is not of this database.
 */
export async function replayAfter(
  trx: Knex,
  cursor: Cursor,
  rooms: readonly string[],
  limit: number,
): Promise<{ changes: RoomChange[]; cursor: Cursor } | 'too-old'> {
  const { xid, tooOld, changes } = await one<{ xid: string; tooOld: boolean; changes: StoredChange[] }>(
    trx,
    `WITH asked (xid, id, rooms, scan, most) AS MATERIALIZED (
       VALUES (?::xid8, ?::bigint, ?::text[], ?::integer, ?::integer)
     ), later AS MATERIALIZED (
       SELECT id, xid, changes FROM outbox
       WHERE (xid, id) > (SELECT xid, id FROM asked)
       ORDER BY xid, id LIMIT (SELECT scan FROM asked)
     ), bound AS (
       SELECT later.xid, later.id, place, change
       FROM later CROSS JOIN LATERAL jsonb_array_elements(later.changes) WITH ORDINALITY AS each (change, place)
       WHERE jsonb_exists_any(change -> 'rooms', (SELECT rooms FROM asked))
       ORDER BY later.xid, later.id, place LIMIT (SELECT most FROM asked)
     )
     SELECT outbox_horizon()::text AS xid,
       (SELECT floor.xid >= asked.xid AND floor.xid > '0' FROM outbox_floor AS floor)
         OR (SELECT count(*) = asked.scan FROM later) OR asked.xid > pg_snapshot_xmax(pg_current_snapshot()) AS "tooOld",
       (SELECT coalesce(jsonb_agg(change ORDER BY xid, id, place), '[]') FROM bound) AS changes
     FROM asked`,
    [cursor.xid, cursor.id, [...rooms], limit * rowsPerChange + 1, limit + 1],
  )
  if (tooOld || changes.length > limit) return 'too-old'
  return { changes: await unsealChanges(trx, changes), cursor: { xid, id: 0 } }
}

/**
 * Maximum number of rows that one statement of `prune` removes, so that a backlog of hours does not run into the query
 * timeout.
 */
const pruneBatch = 5_000

/**
 * Removes rows written before a time, but never those of the newest transaction, records how far, and returns how many.
 */
export async function prune(knex: Knex, before: Date, batch = pruneBatch): Promise<number> {
  for (let total = 0; ; ) {
    const gone = await pruneSome(knex, before, batch)
    total += gone
    if (gone < batch) return total
  }
}

async function pruneSome(knex: Knex, before: Date, batch: number): Promise<number> {
  const { gone } = await one<{ gone: number }>(
    knex,
    `WITH gone AS (
       DELETE FROM outbox WHERE id = ANY (ARRAY(
         SELECT id FROM outbox WHERE at < ? AND xid < outbox_horizon() AND xid < (SELECT max(xid) FROM outbox)
         ORDER BY xid, id LIMIT ?))
       RETURNING xid
     ), floor AS (
       UPDATE outbox_floor SET xid = highest.xid FROM (SELECT max(xid) AS xid FROM gone) AS highest
       WHERE highest.xid > outbox_floor.xid
     )
     SELECT count(*) AS gone FROM gone`,
    [before, batch],
  )
  return gone
}
