import type { Knex } from 'knex'
import type { Change } from '../../contract/changes.ts'
import { fieldIssues } from '../../contract/field-issues.ts'
import { type Cursor, formatCursor, parseCursor, position, replayAfter } from '../../db/outbox.ts'
import { pipelined, readOnly } from '../../db/transaction.ts'
import { enter } from '../kernel/bus/dispatch.ts'
import type { WatchHandler } from '../kernel/bus/handle.ts'
import { declaring, refused, refuser } from '../kernel/bus/refuse.ts'
import type { Context } from '../kernel/context.ts'

export interface Subscription {
  handler: WatchHandler
  input: unknown
  /** Null until they are known: the watch is starting, and its rights are being read. */
  rooms: string[] | null
}
/** Maximum number of replayed changes; beyond it a snapshot is cheaper. */
const replayLimit = 2_000

/** A watcher: a session, or nobody (null), known by address. */
export interface Watcher {
  readonly sessionHash: Buffer | null
}

/** Parses the input of a watch by its definition; throws bad-input. */
export function parseWatch(handler: WatchHandler, input: unknown): unknown {
  const parsed = handler.def.input.safeParse(input)
  if (parsed.success) return parsed.data
  throw refused({ code: 'bad-input', fields: fieldIssues(parsed.error, input) })
}

/** Returns the rooms that this watch may join now; throws the refusals of admission and of the view. */
export async function roomsOf(
  context: Context,
  handler: WatchHandler,
  input: unknown,
  { sessionHash }: Watcher,
): Promise<string[]> {
  return read(context, async (trx) => {
    const { actor, now } = await enter(trx, sessionHash, handler.def.access)
    const call = { input, actor, trx, now, refuse: refuser(), context }
    return declaring(handler.def, context.log, () => handler.rooms(call))
  })
}

/**
 * Reads what the watch shows: the changes since `cursor` if they are still kept, otherwise a snapshot. Call it after
 * joining the rooms, so that nothing falls between the two; versions sort out duplicates. 'moved' = the actor's rooms
 * have changed.
 */
export async function readWatch(
  context: Context,
  subscription: Subscription & { rooms: string[] },
  { sessionHash }: Watcher,
  cursor: string | undefined,
): Promise<{ mode: 'snapshot' | 'resumed'; cursor: string; changes: Change[] } | 'moved'> {
  const { handler, input, rooms } = subscription
  const at = cursor ? parseCursor(cursor) : null
  return read(context, async (trx) => {
    // All see the same, so the order does not matter: the cursor is not newer than what this transaction reads.
    const [{ replay, here }, { actor, now }] = await pipelined([
      positionAfter(trx, at, rooms),
      enter(trx, sessionHash, handler.def.access),
    ])
    const call = { input, actor, trx, now, refuse: refuser(), context }
    if (!sameRooms(await declaring(handler.def, context.log, () => handler.rooms(call)), rooms)) return 'moved' as const
    if (replay === 'too-old')
      return { mode: 'snapshot' as const, cursor: formatCursor(here), changes: await handler.snapshot(call) }
    const { kinds } = handler.def
    const changes = replay.changes.filter(({ kind }) => kinds.includes(kind)).map(({ rooms: _, ...change }) => change)
    return { mode: 'resumed' as const, cursor: formatCursor(here), changes }
  })
}

export function sameRooms(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((room) => b.includes(room))
}

/** Returns what came after a cursor, if still kept, and the position of the transaction. */
async function positionAfter(trx: Knex.Transaction, at: Cursor | null, rooms: readonly string[]) {
  const replay = at ? await replayAfter(trx, at, rooms, replayLimit) : 'too-old'
  return { replay, here: replay === 'too-old' ? await position(trx) : replay.cursor }
}

function read<T>(context: Context, run: (trx: Knex.Transaction) => Promise<T>): Promise<T> {
  return readOnly(context.knex, run, 'repeatable read')
}
