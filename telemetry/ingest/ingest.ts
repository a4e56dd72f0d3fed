import type { GatewayIdentity } from '../gateways/authenticate.ts'
import { createIntake, type Hold, type Intake, type IntakeLimits } from './ingest-admission.ts'
import type { IngestAnswer, IngestMetrics, IngestStats } from './ingest-answer.ts'
import { type Storer, tooLarge, tooMany } from './ingest-storer.ts'

export interface Ingest {
  /**
   * Stores the messages of a body (JSON as bytes, or its value) and returns, after the commit, the numbers of stored
   * and known messages and the refused ones. 400: no list of messages. 413: more than 1,000. 503: nothing is
   * acknowledged, send it again. `hold` = permit granted before the body was read; otherwise one is requested here.
   */
  accept(gateway: GatewayIdentity, body: unknown, hold?: Hold): Promise<IngestAnswer>
  /** Reserves room before a body is read, and counts unreadable ones. */
  readonly intake: Pick<Intake, 'enter'> & { unfit(reason: 'malformed' | 'too-large'): void }
  /** Accepts nothing more; resolves when everything accepted is written. */
  stop(): Promise<void>
  stats(): IngestStats
}
/** Assumed bytes of a message, where nobody counted them. */
const messageBytes = 200

/** Admits bodies to a storer by their bytes, and counts them. */
export function createIngest(
  storer: Storer,
  { metrics, limits }: { metrics?: IngestMetrics; limits?: Partial<IntakeLimits> } = {},
): Ingest {
  const intake = createIntake(limits)
  const counts = { stored: 0, duplicate: 0, refused: 0 }
  let stopped = false

  const enter: Intake['enter'] = (sender, bytes) => {
    const entry = intake.enter(sender, bytes)
    if ('refused' in entry) {
      metrics?.ingestRefused.inc({ reason: entry.refused })
      return entry
    }
    const tell = () => metrics?.ingestBytes.set(intake.stats().bytes)
    const { hold } = entry
    tell()
    return {
      hold: {
        read(actual) {
          hold.read(actual)
          tell()
        },
        release() {
          hold.release()
          tell()
        },
      },
    }
  }
  const store = async (gateway: GatewayIdentity, body: unknown): Promise<IngestAnswer> => {
    const answer = await storer.store(gateway, body)
    if (!answer.ok) {
      metrics?.ingestRefused.inc({ reason: answer.reason })
      return answer.reason === 'queue' ? { ...answer, retryAfterSeconds: intake.retryAfterSeconds() } : answer
    }
    const { stored, duplicate, refused } = answer.reply
    counts.stored += stored
    counts.duplicate += duplicate
    counts.refused += refused.length
    metrics?.messages.inc({ outcome: 'stored' }, stored)
    metrics?.messages.inc({ outcome: 'duplicate' }, duplicate)
    metrics?.messages.inc({ outcome: 'refused' }, refused.length)
    return answer
  }

  return {
    intake: { enter, unfit: (reason) => metrics?.ingestRefused.inc({ reason }) },
    async accept(gateway, body, given) {
      if (stopped) {
        metrics?.ingestRefused.inc({ reason: 'stopping' })
        return { ok: false, status: 503, reason: 'stopping', retryAfterSeconds: 5, detail: 'the portal is stopping' }
      }
      if (tooMany(body)) {
        metrics?.ingestRefused.inc({ reason: 'too-large' })
        return tooLarge
      }
      if (given) return store(gateway, body)
      const bytes = bytesOf(body)
      const entry = enter(gateway.gatewayId, bytes)
      if ('refused' in entry) {
        const { refused: reason, retryAfterSeconds } = entry
        return { ok: false, status: 503, reason, retryAfterSeconds, detail: 'too many messages wait' }
      }
      entry.hold.read(bytes)
      try {
        return await store(gateway, body)
      } finally {
        entry.hold.release()
      }
    },
    async stop() {
      stopped = true
      await storer.stop()
    },
    stats: () => ({ ...storer.stats(), ...counts, intake: intake.stats() }),
  }
}

function bytesOf(body: unknown): number {
  if (body instanceof Uint8Array) return body.byteLength
  const messages = (body as { messages?: unknown } | null | undefined)?.messages
  return (Array.isArray(messages) ? Math.max(1, messages.length) : 1) * messageBytes
}
