import type * as z from 'zod'
import type { ChangeKind } from './changes.ts'
import type { Access } from './features.ts'
import type { RefusalCode } from './refusals.ts'

/** How often one actor may call: `points` calls per `seconds`. */
export interface RateLimit {
  readonly points: number
  readonly seconds: number
}

export interface CommandDef<
  N extends string = string,
  I extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  C extends RefusalCode = RefusalCode,
> {
  readonly kind: 'command'
  readonly name: N
  readonly access: Access
  readonly input: I
  readonly reply: R
  /** The closed list of refusals of its handler, besides those of the kernel. */
  readonly refusals: readonly C[]
  readonly limit: RateLimit
  /** The reply holds a secret (a link): the audit trail records that it was issued, not its value. */
  readonly secretReply?: true
  /** Fields of the input that are secrets: the audit trail stores only their SHA-256. */
  readonly secretInput?: readonly string[]
  /** Refusals that are guesses (of a code): each is kept, because they are counted in the audit trail. */
  readonly guesses?: readonly RefusalCode[]
  /** Fields of the input that the audit trail does not store at all, such as a position. */
  readonly privateInput?: readonly string[]
}

export interface QueryDef<
  N extends string = string,
  I extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  C extends RefusalCode = RefusalCode,
> {
  readonly kind: 'query'
  readonly name: N
  readonly access: Access
  readonly input: I
  readonly reply: R
  /** The closed list of refusals of its handler, besides those of the kernel. */
  readonly refusals: readonly C[]
  readonly limit: RateLimit
}

/** A watched view: a set of versioned rows by kind; the snapshot and every push are lists of changes of these kinds. */
export interface WatchDef<
  N extends string = string,
  I extends z.ZodType = z.ZodType,
  K extends ChangeKind = ChangeKind,
  C extends RefusalCode = RefusalCode,
> {
  readonly kind: 'watch'
  readonly name: N
  readonly access: Access
  readonly input: I
  readonly kinds: readonly K[]
  /** The closed list of refusals of its handler, besides those of the kernel. */
  readonly refusals: readonly C[]
  readonly limit: RateLimit
}

export const command = <N extends string, I extends z.ZodType, R extends z.ZodType, const C extends RefusalCode>(
  def: Omit<CommandDef<N, I, R, C>, 'kind' | 'limit'> & { limit?: RateLimit },
): CommandDef<N, I, R, C> => ({ kind: 'command', limit: { points: 30, seconds: 10 }, ...def })

export const query = <N extends string, I extends z.ZodType, R extends z.ZodType, const C extends RefusalCode = never>(
  def: Omit<QueryDef<N, I, R, C>, 'kind' | 'limit' | 'refusals'> & { limit?: RateLimit; refusals?: readonly C[] },
): QueryDef<N, I, R, C> => ({ kind: 'query', refusals: [], limit: { points: 100, seconds: 10 }, ...def })

export const watch = <
  N extends string,
  I extends z.ZodType,
  const K extends ChangeKind,
  const C extends RefusalCode = never,
>(
  def: Omit<WatchDef<N, I, K, C>, 'kind' | 'limit' | 'refusals'> & { limit?: RateLimit; refusals?: readonly C[] },
): WatchDef<N, I, K, C> => ({ kind: 'watch', refusals: [], limit: { points: 60, seconds: 10 }, ...def })
