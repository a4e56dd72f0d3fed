import type { MessagesReply } from '../../contract/gateway.ts'
import type { Intake } from './ingest-admission.ts'

/** Why a body was not stored; also a label of the counter of refused bodies. */
export type NotStored = 'malformed' | 'too-large' | 'queue' | 'database' | 'stopping' | 'full' | 'share'
export type IngestAnswer =
  | { readonly ok: true; readonly reply: MessagesReply }
  | {
      readonly ok: false
      readonly status: 400 | 413 | 503
      readonly reason: NotStored
      readonly retryAfterSeconds?: number
      readonly detail: string
    }

export interface IngestStats {
  /** Messages that wait for a writer. */
  readonly queued: number
  readonly writing: number
  readonly batches: number
  readonly stored: number
  readonly duplicate: number
  readonly refused: number
  /** Bytes in flight, the window, and bytes acknowledged a second under load. */
  readonly intake: ReturnType<Intake['stats']>
}

/** Metrics of ingest. */
export interface IngestMetrics {
  readonly messages: { inc(labels: { outcome: string }, count: number): void }
  readonly ingestQueue: { set(messages: number): void }
  readonly ingestSeconds: { observe(seconds: number): void }
  readonly ingestRefused: { inc(labels: { reason: string }): void }
  readonly ingestBytes: { set(bytes: number): void }
}
