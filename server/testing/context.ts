import type { Knex } from 'knex'
import pino from 'pino'
import type { Handlers, Kernel } from '../kernel/bus/handlers.ts'
import { loadConfig } from '../kernel/config.ts'
import { createLimits } from '../kernel/limits.ts'
import { createMetrics } from '../kernel/metrics.ts'
import type { PaymentProvider } from '../payment-provider/port.ts'

/** A context on a test database for handlers without a running server; gateways count as linked by default. */
export function testContext(
  knex: Knex,
  handlers: Handlers,
  options: { linked?: boolean; payments?: PaymentProvider } = {},
): Kernel {
  const linked = options.linked ?? true
  return {
    config: loadConfig({ DATABASE_URL: 'postgres://test' }, '0.0.0-test'),
    log: pino({ level: 'silent' }),
    knex,
    deviceKnex: knex,
    probe: knex,
    metrics: createMetrics(),
    limits: createLimits(),
    handlers,
    link: { linked: async () => linked, linkedAmong: async (ids) => new Set(linked ? ids : []) },
    addresses: { portal: 'http://localhost', admin: 'http://admin.localhost' },
    payments: options.payments ?? null,
    setup: { tokenHash: null },
    stopping: () => false,
    unready: () => [],
  }
}

/** Creates a live session of a user directly in the database; returns the hash that identifies it. */
export async function openSession(knex: Knex, userId: number, app: 'portal' | 'admin' = 'portal'): Promise<Buffer> {
  const { randomBytes } = await import('node:crypto')
  const hash = randomBytes(32)
  await knex('sessions').insert({ id_hash: hash, user_id: userId, app, expires_at: new Date(Date.now() + 3_600_000) })
  return hash
}
