import type { Knex } from 'knex'
import type * as z from 'zod'
import type { Change } from '../../contract/envelope.ts'
import type { CommandDef, QueryDef, WatchDef } from '../../contract/kit.ts'
import type { KernelRefusal, RefusalCode } from '../../contract/refusals.ts'
import type { Emission } from '../../db/outbox.ts'
import type { Context } from '../kernel/context.ts'
import type { UserActor } from './actor.ts'
import type { Refuse } from './refuse.ts'

interface Call<I extends z.ZodType, C extends RefusalCode> {
  readonly input: z.output<I>
  readonly actor: UserActor
  readonly trx: Knex.Transaction
  /** The database's time at the start of the transaction. */
  readonly now: Date
  readonly refuse: Refuse<C | KernelRefusal>
  readonly context: Context
}
export interface CommandCall<I extends z.ZodType, C extends RefusalCode> extends Call<I, C> {
  /** Writes a fact and changes into the outbox, in this transaction. */
  readonly emit: (emission: Emission) => Promise<void>
}

export interface CommandHandler {
  readonly def: CommandDef
  readonly run: (call: CommandCall<z.ZodType, RefusalCode>) => Promise<unknown>
}
export interface QueryHandler {
  readonly def: QueryDef
  readonly run: (call: Call<z.ZodType, RefusalCode>) => Promise<unknown>
}
export interface WatchHandler {
  readonly def: WatchDef
  /** The rooms whose changes belong to this watch, for this actor, now. */
  readonly rooms: (call: Call<z.ZodType, RefusalCode>) => Promise<string[]>
  readonly snapshot: (call: Call<z.ZodType, RefusalCode>) => Promise<Change[]>
}

/** A command's handler reads top to bottom: load, may, rule, write, emit. */
export function handle<N extends string, I extends z.ZodType, R extends z.ZodType, C extends RefusalCode>(
  def: CommandDef<N, I, R, C>,
  run: (call: CommandCall<I, C>) => Promise<z.input<R>>,
): CommandHandler {
  return { def, run: run as unknown as CommandHandler['run'] }
}

/**
 * A command's handler for signed-out callers too: `actor` is null for them. What lets them in is a secret in the input, by which the
 * command is kept once only and limited.
 */
export function handleAnybody<N extends string, I extends z.ZodType, R extends z.ZodType, C extends RefusalCode>(
  def: CommandDef<N, I, R, C>,
  run: (call: Omit<CommandCall<I, C>, 'actor'> & { readonly actor: UserActor | null }) => Promise<z.input<R>>,
): CommandHandler {
  if (def.access !== 'public' || !def.secretInput) throw new Error(`${def.name} is not for everybody`)
  return { def, run: run as unknown as CommandHandler['run'] }
}

/** A query's handler: reads only. */
export function answer<N extends string, I extends z.ZodType, R extends z.ZodType>(
  def: QueryDef<N, I, R>,
  run: (call: Call<I, RefusalCode>) => Promise<z.input<R>>,
): QueryHandler {
  return { def, run: run as unknown as QueryHandler['run'] }
}

/** A query's handler that also answers signed-out callers: `actor` is null for them. */
export function answerAnybody<N extends string, I extends z.ZodType, R extends z.ZodType>(
  def: QueryDef<N, I, R>,
  run: (call: Omit<Call<I, RefusalCode>, 'actor'> & { readonly actor: UserActor | null }) => Promise<z.input<R>>,
): QueryHandler {
  if (def.access !== 'public') throw new Error(`${def.name} is not public`)
  return { def, run: run as unknown as QueryHandler['run'] }
}

/** A watched view: which rooms, and the snapshot as a list of changes. Both see the same actor and the same moment. */
export function watching<N extends string, I extends z.ZodType, K extends Record<string, z.ZodType>>(
  def: WatchDef<N, I, K>,
  view: {
    rooms: (call: Call<I, RefusalCode>) => Promise<string[]>
    snapshot: (call: Call<I, RefusalCode>) => Promise<Change[]>
  },
): WatchHandler {
  return {
    def,
    rooms: view.rooms as unknown as WatchHandler['rooms'],
    snapshot: view.snapshot as unknown as WatchHandler['snapshot'],
  }
}

/** A watched view for signed-out callers too: `actor` is null for them. */
export function watchingAnybody<N extends string, I extends z.ZodType, K extends Record<string, z.ZodType>>(
  def: WatchDef<N, I, K>,
  view: {
    rooms: (call: Omit<Call<I, RefusalCode>, 'actor'> & { readonly actor: UserActor | null }) => Promise<string[]>
    snapshot: (call: Omit<Call<I, RefusalCode>, 'actor'> & { readonly actor: UserActor | null }) => Promise<Change[]>
  },
): WatchHandler {
  if (def.access !== 'public') throw new Error(`${def.name} is not public`)
  return {
    def,
    rooms: view.rooms as unknown as WatchHandler['rooms'],
    snapshot: view.snapshot as unknown as WatchHandler['snapshot'],
  }
}
