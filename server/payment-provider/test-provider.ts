import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import * as z from 'zod'
import { many, one } from '../../db/sql.ts'
import { type Answer, type PaymentProvider, type ProviderEvent, RefundRefused } from './port.ts'
import { isSigned } from './sign.ts'

export const signatureHeader = 'test-signature'
const event = z.object({ id: z.string(), kind: z.string(), sessionId: z.string() })

/**
 * What a session is by the clock, whoever asks: money that takes its time is there from pays_at on, even when the session is over by then.
 * SQL of test_payments.
 */
export const stateNow = `case when state = 'paying' and clock_timestamp() >= pays_at then 'paid'
  when state in ('open', 'paying') and clock_timestamp() >= expires_at then 'expired' else state end`

/** The built-in provider for trying things out: moves no money, keeps its own books (test_payments, test_refunds), and is as unruly as a real one. */
export function createTestProvider({
  knex,
  pageUrl,
  secret,
}: {
  knex: Knex
  /** Where its page is; the session's id is added. */
  pageUrl: string
  /** Signs its webhooks. */
  secret: Buffer
}): PaymentProvider {
  const ask = async (sessionId: string): Promise<Answer> => {
    const found = await one<{ state: Answer['state'] | 'paying' }>(
      knex,
      `select ${stateNow} as state from test_payments where session_id = ?`,
      [sessionId],
    )
    const state = found.state === 'paying' ? 'open' : found.state
    return { state, paymentId: state === 'paid' ? `test_${idFrom(sessionId)}` : null }
  }
  return {
    name: 'test',
    ask,
    open: (request) =>
      knex.transaction(async (trx) => {
        await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [request.idempotencyKey])
        const [before] = await many<{ sessionId: string }>(
          trx,
          'select session_id as "sessionId" from test_payments where reference = ?',
          [request.idempotencyKey],
        )
        const sessionId = before?.sessionId ?? `tps_${randomBytes(24).toString('base64url')}`
        if (!before) {
          await trx('test_payments').insert({
            session_id: sessionId,
            reference: request.idempotencyKey,
            amount_cents: request.amountCents,
            return_url: request.returnUrl,
            expires_at: request.expiresAt,
          })
        }
        return { sessionId, url: `${pageUrl}/${sessionId}` }
      }),
    close: async (sessionId) => {
      await knex('test_payments').where({ session_id: sessionId, state: 'open' }).update({ state: 'expired' })
      return ask(sessionId)
    },
    refund: ({ sessionId, amountCents, idempotencyKey }) =>
      knex.transaction(async (trx) => {
        const left = await one<{ state: string; cents: number }>(
          trx,
          `select ${stateNow} as state, amount_cents - refunded_cents as cents from test_payments where session_id = ? for update`,
          [sessionId],
        )
        const refundId = `test_${idFrom(idempotencyKey)}`
        const before: unknown = await trx('test_refunds').where({ request_key: idempotencyKey }).first()
        if (before) return { refundId }
        if (left.state !== 'paid' || left.cents < amountCents) throw new RefundRefused('more than was paid')
        await trx('test_refunds').insert({
          request_key: idempotencyKey,
          session_id: sessionId,
          amount_cents: amountCents,
        })
        await trx('test_payments').where({ session_id: sessionId }).increment('refunded_cents', amountCents)
        return { refundId }
      }),
    verify: (body, headers) => {
      const header = headers[signatureHeader]
      if (typeof header !== 'string' || !isSigned(secret, body, header, new Date())) return null
      return readEvent(body)
    },
  }
}

function readEvent(body: Buffer): ProviderEvent | null {
  try {
    return event.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return null
  }
}

/** A name made of an id that is itself a secret. */
export function idFrom(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 32)
}
