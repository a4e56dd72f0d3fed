import type { Link, PortalSocket } from './socket.ts'

export interface RequestOptions {
  /** Total time of all attempts, ms. */
  readonly timeoutMs: number
  /** Time without a reply after which an attempt is repeated, ms. */
  readonly attemptMs: number
  readonly signal?: AbortSignal | undefined
}
export type Requested<A> =
  | { readonly answer: A }
  /** `sent`: it may have reached the server. */
  | { readonly answer: null; readonly sent: boolean; readonly aborted: boolean }

/**
 * Sends a request over the socket until there is a reply: repeated after a reconnect and when an attempt stays unanswered, within the time.
 * Only for idempotent requests: reads, and commands that carry an id. `retry` = this reply means 'not now, try again'.
 */
export async function request<A>(
  link: Link,
  emit: (socket: PortalSocket, timeoutMs: number) => Promise<A>,
  retry: (answer: A) => boolean,
  { timeoutMs, attemptMs, signal }: RequestOptions,
): Promise<Requested<A>> {
  const until = performance.now() + timeoutMs
  const left = () => until - performance.now()
  let sent = false
  let last: A | null = null
  while (left() > 0 && !signal?.aborted) {
    if (!link.socket.connected) {
      if (await connected(link, left(), signal)) continue
      break
    }
    sent = true
    const answer = await emit(link.socket, Math.min(attemptMs, left())).catch(() => null)
    if (signal?.aborted) break
    if (answer !== null) {
      if (!retry(answer)) return { answer }
      last = answer
      await pause(Math.min(500, left()), signal)
    }
  }
  if (last !== null && !signal?.aborted) return { answer: last }
  return { answer: null, sent, aborted: signal?.aborted ?? false }
}

/** Resolves true as soon as the link carries, false when it ended, when the time is over, or on abort. */
function connected(link: Link, withinMs: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (up: boolean) => {
      clearTimeout(timer)
      off()
      signal?.removeEventListener('abort', aborted)
      resolve(up)
    }
    const aborted = () => end(false)
    const timer = setTimeout(() => end(false), Math.max(0, withinMs))
    const off = link.on((moment) => {
      if (moment === 'CONNECTED') end(true)
      else if (moment !== 'LOST') end(false)
    })
    signal?.addEventListener('abort', aborted)
  })
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.max(0, ms))
    signal?.addEventListener('abort', end)
  })
}
