import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { GatewayLink } from '../../telemetry/links/link.ts'
import type { PaymentProvider } from '../payment-provider/port.ts'
import type { Config } from './config.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'

/** Where people reach the two applications, without a slash at the end. */
export interface Addresses {
  readonly portal: string
  readonly admin: string
}

/** People come by https, whatever the connection that reaches us through the proxies is. */
export function isSecure(addresses: Addresses): boolean {
  return addresses.portal.startsWith('https:')
}

/** What handlers may use beside their transaction. Built once, in assemble.ts; passed on, never imported. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly knex: Knex
  /** Telemetry's own connections: for what must not wait for, or be waited for by, people's calls. */
  readonly deviceKnex: Knex
  /** One connection to ask whether the database is there: nothing else takes it up. */
  readonly probe: Knex
  readonly metrics: Metrics
  readonly limits: Limits
  readonly link: Pick<GatewayLink, 'linked' | 'linkedAmong'>
  readonly addresses: Addresses
  /** Who takes card payments; null = cards are not possible. Never called inside a transaction. */
  readonly payments: PaymentProvider | null
  /** The one-time set-up token's hash while no admin exists, else null. */
  readonly setup: { tokenHash: Buffer | null }
  /** True from the moment the server began to stop. */
  readonly stopping: () => boolean
  /** What of this process is not ready, by name; empty = nothing. Of the database it says nothing. */
  readonly unready: () => string[]
}
