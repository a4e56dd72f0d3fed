import type { Context } from '../context.ts'

/** How long a client may repeat a command whose reply was lost; ms. */
const keptMs = 60_000
const kept = new WeakMap<Context, Map<string, unknown>>()

/**
 * Stores a reply that the database must not store (a link's token), for a repetition of the command in this process: in
 * memory only, for a minute. Afterwards, and in other processes, it is unknown.
 */
export function rememberSecret(context: Context, key: string, reply: unknown): void {
  const replies = kept.get(context) ?? new Map<string, unknown>()
  kept.set(context, replies)
  replies.set(key, reply)
  setTimeout(() => replies.delete(key), keptMs).unref()
}

/** Returns the reply, or undefined. */
export function recallSecret(context: Context, key: string): unknown {
  return kept.get(context)?.get(key)
}
