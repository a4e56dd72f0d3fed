import type { Context } from '../context.ts'

/** As long as a client may still repeat a command whose answer got lost; ms. */
const keptMs = 60_000
const kept = new WeakMap<Context, Map<string, unknown>>()

/**
 * Replies that the database must not keep (a link's token), for a repetition of the command at this process: in memory only, and for a minute.
 * Afterwards, or at another process, nobody knows them any more.
 */
export function rememberSecret(context: Context, key: string, reply: unknown): void {
  const replies = kept.get(context) ?? new Map<string, unknown>()
  kept.set(context, replies)
  replies.set(key, reply)
  setTimeout(() => replies.delete(key), keptMs).unref()
}

/** The reply, or undefined. */
export function recallSecret(context: Context, key: string): unknown {
  return kept.get(context)?.get(key)
}
