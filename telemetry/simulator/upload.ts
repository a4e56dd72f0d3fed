import { gzipSync } from 'node:zlib'
import type { GatewayMessage, MessagesReply } from '../../contract/gateway.ts'
import { maxMessages } from '../../contract/gateway.ts'
import type { MessageBuffer } from './buffer.ts'

const firstRetryMs = 500
const maxRetryMs = 30_000
const refusedTokenMs = 60_000
/** Detail of a batch that waits for the link. */
export const noLink = 'no link'

/** Result of a batch. `later`: nothing was stored, send it again. `smaller`: too large or unreadable as a whole. */
export type Sent =
  | { as: 'stored'; reply: MessagesReply }
  | { as: 'later'; afterMs?: number; detail: string }
  | { as: 'smaller'; detail: string }
  | { as: 'unauthorised' }
export type Send = (messages: readonly GatewayMessage[]) => Promise<Sent>

export interface UploadCounts {
  stored: number
  duplicate: number
  refused: number
  retries: number
  given: number
}

export interface Upload {
  /** Sends within `lingerMs`; a shorter time replaces a longer one. */
  soon(lingerMs: number): void
  /** Sends at once: the portal is back. */
  wake(): void
  /** Pauses or resumes sending. */
  pause(paused: boolean): void
  counts: UploadCounts
  stop(): void
}

/**
 * Sends one batch at a time, again with the same ids until it is acknowledged: backoff doubles with jitter, Retry-After is honoured. A
 * batch that the portal cannot read is halved; a single message is given up.
 */
export function createUpload(options: {
  buffer: MessageBuffer
  send: Send
  random: () => number
  batchSize?: number
  note?: (text: string, detail: object) => void
}): Upload {
  const { buffer, send, random, note } = options
  const largest = Math.min(options.batchSize ?? 500, maxMessages)
  const counts: UploadCounts = { stored: 0, duplicate: 0, refused: 0, retries: 0, given: 0 }
  let limit = largest
  let timer: NodeJS.Timeout | null = null
  let due = Number.POSITIVE_INFINITY
  let busy = false
  let paused = false
  let stopped = false
  let failures = 0
  let notBefore = 0

  function plan(delay: number): void {
    if (stopped || paused || busy) return
    const at = Math.max(performance.now() + delay, notBefore)
    if (timer && at >= due) return
    cancel()
    due = at
    timer = setTimeout(() => void once(), Math.max(0, at - performance.now()))
  }
  function cancel(): void {
    if (timer) clearTimeout(timer)
    timer = null
    due = Number.POSITIVE_INFINITY
  }
  async function once(): Promise<void> {
    cancel()
    if (stopped || paused || busy || buffer.size() === 0) return
    busy = true
    const batch = buffer.peek(limit)
    let sent: Sent
    try {
      sent = await send(batch)
    } catch (error) {
      sent = { as: 'later', detail: String(error) }
    }
    busy = false
    if (stopped) return
    settle(batch, sent)
    if (buffer.size() > 0) plan(0)
  }
  function settle(batch: readonly GatewayMessage[], sent: Sent): void {
    if (sent.as === 'stored') {
      buffer.settle(batch)
      counts.stored += sent.reply.stored
      counts.duplicate += sent.reply.duplicate
      counts.refused += sent.reply.refused.length
      if (sent.reply.refused.length > 0) note?.('messages refused', { first: sent.reply.refused[0] })
      failures = 0
      notBefore = 0
      limit = Math.min(largest, limit * 2)
      return
    }
    if (sent.as === 'smaller') {
      note?.('batch not understood', { size: batch.length, detail: sent.detail })
      if (batch.length > 1) limit = Math.ceil(batch.length / 2)
      else {
        buffer.settle(batch)
        counts.given++
      }
      return
    }
    counts.retries++
    const backoff = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(failures++, 10))
    const wait =
      sent.as === 'unauthorised' ? refusedTokenMs : Math.max(sent.afterMs ?? 0, backoff * (0.5 + random() / 2))
    const news = sent.as === 'unauthorised' || (failures === 1 && sent.detail !== noLink)
    if (news) note?.('upload waits', { ...sent, wait: Math.round(wait) })
    notBefore = performance.now() + wait
  }
  return {
    soon: plan,
    counts,
    wake() {
      failures = 0
      notBefore = 0
      plan(0)
    },
    pause(now) {
      paused = now
      if (paused) cancel()
      else plan(0)
    },
    stop() {
      stopped = true
      cancel()
    },
  }
}

/** Returns a sender over HTTP: POST <url>/gateway/v1/messages, compressed when worth it. */
export function sendByHttp(url: string, token: string, signal: AbortSignal, timeoutMs = 15_000): Send {
  const address = new URL('/gateway/v1/messages', url)
  return async (messages) => {
    const text = JSON.stringify({ messages })
    const compressed = text.length > 4_096
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(compressed ? { 'content-encoding': 'gzip' } : {}),
      },
      body: compressed ? new Uint8Array(gzipSync(text)) : text,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const body = await response.text()
    if (response.status === 200) return { as: 'stored', reply: JSON.parse(body) as MessagesReply }
    if (response.status === 401) return { as: 'unauthorised' }
    const detail = `HTTP ${response.status} ${body.slice(0, 200)}`
    if (response.status === 400 || response.status === 413) return { as: 'smaller', detail }
    return { as: 'later', detail, ...retryAfter(response.headers.get('retry-after')) }
  }
}

/** Seconds or an HTTP date. */
function retryAfter(value: string | null): { afterMs?: number } {
  if (!value) return {}
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? { afterMs: Math.min(ms, 3_600_000) } : {}
}
