import type { Knex } from 'knex'
import type * as z from 'zod'
import type { Change, ChangeKind, RoomOf } from '../../../contract/changes.ts'
import type { CommandDef, QueryDef, WatchDef } from '../../../contract/kit.ts'
import type { KernelRefusal, RefusalCode } from '../../../contract/refusals.ts'
import type { Room } from '../../../contract/rooms.ts'
import type { Context } from '../context.ts'
import type { UserActor } from './actor.ts'
import type { Refuse } from './refuse.ts'

/** A call as passed to its handler: the parsed input, and `refuse` for the declared codes only. */
export interface Call<I extends z.ZodType, C extends RefusalCode, A = UserActor> {
  readonly input: z.output<I>
  readonly actor: A
  readonly trx: Knex.Transaction
  /** The database's time at the start of the transaction. */
  readonly now: Date
  readonly refuse: Refuse<C | KernelRefusal>
  readonly context: Context
}
type Guest = UserActor | null
/** A call of any definition. Handlers take it as methods, so each gets the input and actor of its own definition. */
type AnyCall = Call<z.ZodType, never, Guest>

export interface CommandHandler {
  readonly def: CommandDef
  run(call: AnyCall): Promise<unknown>
}
export interface QueryHandler {
  readonly def: QueryDef
  run(call: AnyCall): Promise<unknown>
}
export interface WatchHandler {
  readonly def: WatchDef
  /** Rooms of this watch, for this actor, now. */
  rooms(call: AnyCall): Promise<Room[]>
  snapshot(call: AnyCall): Promise<Change[]>
}

/** Defines a command's handler. By convention it loads, checks, applies the rule, writes, publishes. */
export function handle<N extends string, I extends z.ZodType, R extends z.ZodType, C extends RefusalCode>(
  def: CommandDef<N, I, R, C>,
  run: (call: Call<I, C>) => Promise<z.input<R>>,
): CommandHandler {
  return { def, run }
}

/**
 * Defines a command's handler for signed-out callers too: `actor` is null for them. A secret in the input authorises
 * them, and is the key for running once and for limits.
 */
export function handleAnybody<N extends string, I extends z.ZodType, R extends z.ZodType, C extends RefusalCode>(
  def: CommandDef<N, I, R, C>,
  run: (call: Call<I, C, Guest>) => Promise<z.input<R>>,
): CommandHandler {
  if (def.access !== 'public' || !def.secretInput) throw new Error(`${def.name} is not public with a secret`)
  return { def, run }
}

/** Defines a query's handler. It only reads. */
export function answer<N extends string, I extends z.ZodType, R extends z.ZodType, C extends RefusalCode>(
  def: QueryDef<N, I, R, C>,
  run: (call: Call<I, C>) => Promise<z.input<R>>,
): QueryHandler {
  return { def, run }
}

/** Defines a query's handler for signed-out callers too: `actor` is null for them. */
export function answerAnybody<N extends string, I extends z.ZodType, R extends z.ZodType, C extends RefusalCode>(
  def: QueryDef<N, I, R, C>,
  run: (call: Call<I, C, Guest>) => Promise<z.input<R>>,
): QueryHandler {
  if (def.access !== 'public') throw new Error(`${def.name} is not public`)
  return { def, run }
}

interface View<K extends ChangeKind, L> {
  readonly rooms: (call: L) => Promise<RoomOf<K>[]>
  readonly snapshot: (call: L) => Promise<(Change & { readonly kind: K })[]>
}

/**
 * Defines a watched view: its rooms, and its snapshot as a list of changes. Both see the same actor and the same
 * moment.
 */
export function watching<N extends string, I extends z.ZodType, K extends ChangeKind, C extends RefusalCode>(
  def: WatchDef<N, I, K, C>,
  view: View<K, Call<I, C>>,
): WatchHandler {
  return { def, ...view }
}

/** Defines a watched view for signed-out callers too: `actor` is null for them. */
export function watchingAnybody<N extends string, I extends z.ZodType, K extends ChangeKind, C extends RefusalCode>(
  def: WatchDef<N, I, K, C>,
  view: View<K, Call<I, C, Guest>>,
): WatchHandler {
  if (def.access !== 'public') throw new Error(`${def.name} is not public`)
  return { def, ...view }
}
