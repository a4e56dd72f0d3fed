import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { Config } from '../kernel/config.ts'
import type { Addresses } from '../kernel/context.ts'
import { bounded, type PaymentProvider } from '../payment-provider/port.ts'
import { notifyPortal } from '../payment-provider/test-messenger.ts'
import { createTestProvider } from '../payment-provider/test-provider.ts'

export interface ChosenProvider {
  readonly provider: PaymentProvider | null
  /** What the test provider does by itself; real providers do it elsewhere. */
  readonly alone: () => Promise<unknown>
}

/** Returns the configured provider. */
export function chooseProvider(
  config: Pick<Config, 'paymentProvider' | 'host'>,
  { knex, log, port, addresses }: { knex: Knex; log: Logger; port: number; addresses: Addresses },
): ChosenProvider {
  if (config.paymentProvider === 'none') return { provider: null, alone: async () => {} }
  // The same process signs and verifies: it posts to itself.
  const secret = randomBytes(32)
  const webhookUrl = `http://${loopback(config.host)}:${port}/payments/webhook/test`
  return {
    provider: bounded(createTestProvider({ knex, pageUrl: `${addresses.portal}/test-payment`, secret })),
    alone: () => notifyPortal({ knex, log, webhookUrl, secret }),
  }
}

function loopback(host: string | undefined): string {
  if (!host || host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
