import { setTimeout as wait } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import { type MqttBatch, type MqttReply, maxBodyBytes } from '../../contract/gateway.ts'
import type { GatewayIdentity } from '../gateways/authenticate.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { acknowledgeReservations } from '../links/link-reservations.ts'

export interface Received {
  /** True: acknowledge it, the batch is stored or never will be. False: it must be sent again. */
  readonly settled: boolean
  /** The reply; null if none was requested and nothing is wrong. */
  readonly reply: MqttReply | null
}
export interface Receiver {
  /** Stores a batch published to `up`; resolves after the commit. Waits for a full ingest until `signal` or `patienceMs` ends it. */
  receive(gateway: GatewayIdentity, payload: Uint8Array, signal: AbortSignal): Promise<Received>
  /** Resolves with the version when the gateway acknowledges these reservations; null when it did not within `ms`. */
  kept(gatewayId: number, version: number, ms: number): Promise<{ version: number } | null>
}
interface Options {
  readonly knex: Knex
  readonly ingest: Pick<Ingest, 'accept' | 'intake'>
  readonly log: Logger
  /** How long a batch waits for a full ingest, ms. */
  readonly patienceMs: number
}

/** Handles batches of both kinds of brokers, by the rules and the ingest of HTTP. */
export function createReceiver({ knex, ingest, log, patienceMs }: Options): Receiver {
  const waiting = new Map<number, (version: number) => void>()

  const unfit = (reason: 'malformed' | 'too-large', batch: MqttBatch): Received => {
    ingest.intake.unfit(reason)
    return failed(true, { batch, error: reason === 'malformed' ? 'bad-body' : 'too-large' })
  }
  const keep = async (gateway: GatewayIdentity, said: unknown): Promise<void> => {
    const version = await acknowledgeReservations(knex, gateway.gatewayId, said)
    if (version !== null) waiting.get(gateway.gatewayId)?.(version)
  }

  const store = async (gateway: GatewayIdentity, body: unknown, batch: MqttBatch, signal: AbortSignal) => {
    const end = performance.now() + patienceMs
    for (;;) {
      const answer = await ingest.accept(gateway, body)
      if (answer.ok) {
        const told = batch !== null || answer.reply.refused.length > 0
        return { settled: true, reply: told ? { batch, ...answer.reply } : null }
      }
      // Sent again it would be refused again, for ever.
      if (answer.status === 400) return failed(true, { batch, error: 'bad-body' })
      if (answer.status === 413) return failed(true, { batch, error: 'too-large' })
      const retryAfter = answer.retryAfterSeconds ?? 2
      if (signal.aborted || performance.now() + retryAfter * 1_000 > end)
        return failed(false, { batch, error: 'busy', retryAfter })
      await wait(retryAfter * 1_000, undefined, { signal }).catch(() => {})
    }
  }

  return {
    async receive(gateway, payload, signal) {
      if (payload.byteLength > maxBodyBytes) return unfit('too-large', null)
      const body = parse(payload)
      if (!body) return unfit('malformed', null)
      const batch = batchOf(body['batch'])
      try {
        if (body['reservations'] !== undefined) {
          await keep(gateway, body['reservations'])
          if (body['messages'] === undefined) return { settled: true, reply: null }
        }
        return await store(gateway, body, batch, signal)
      } catch (error) {
        log.warn({ err: error, gateway: gateway.gatewayId }, 'cannot store a batch')
        return failed(false, { batch, error: 'busy', retryAfter: 5 })
      }
    },
    kept(gatewayId, version, ms) {
      return new Promise((resolve) => {
        const heard = (said: number): void => {
          if (said === version) end({ version })
        }
        const end = (answer: { version: number } | null): void => {
          clearTimeout(timer)
          if (waiting.get(gatewayId) === heard) waiting.delete(gatewayId)
          resolve(answer)
        }
        const timer = setTimeout(() => {
          // The acknowledgement may have reached another process: then it is in the database.
          acknowledged(knex, gatewayId).then(
            (known) => end(known === version ? { version } : null),
            () => end(null),
          )
        }, ms)
        timer.unref()
        waiting.set(gatewayId, heard)
      })
    },
  }
}

function failed(settled: boolean, reply: MqttReply): Received {
  return { settled, reply }
}

/** Returns the object of a payload, or null. */
function parse(payload: Uint8Array): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(
      Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength).toString('utf8'),
    )
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function batchOf(said: unknown): MqttBatch {
  if (typeof said === 'string' && said.length >= 1 && said.length <= 64) return said
  return typeof said === 'number' && Number.isSafeInteger(said) ? said : null
}

async function acknowledged(knex: Knex, gatewayId: number): Promise<number | null> {
  const row = await knex('gateways')
    .where({ id: gatewayId })
    .first<{ version: number } | undefined>('reservations_acknowledged_version AS version')
  return row?.version ?? null
}
