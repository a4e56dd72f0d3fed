import type { Knex } from 'knex'
import type { Logger } from 'pino'
import type { GatewayLink } from '../../telemetry/links/link.ts'
import type { PaymentProvider } from '../payment-provider/port.ts'
import type { Config } from './config.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'

/** Addresses of the two applications, without a trailing slash. */
export interface Addresses {
  readonly portal: string
  readonly admin: string
}

/** Returns whether people connect by https, whatever connection the proxies use. */
export function isSecure(addresses: Addresses): boolean {
  return addresses.portal.startsWith('https:')
}

/**
 * Dependencies of handlers besides their transaction. Built once, in assemble.ts; passed as an argument, never
 * imported.
 */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly knex: Knex
  /** Telemetry's own connections, for work that must neither wait for people's calls nor delay them. */
  readonly deviceKnex: Knex
  /** One connection for readiness, used by nothing else. */
  readonly probe: Knex
  readonly metrics: Metrics
  readonly limits: Limits
  readonly link: Pick<GatewayLink, 'linked' | 'linkedAmong'>
  readonly addresses: Addresses
  /** The provider of card payments; null = no card payments. Never called inside a transaction. */
  readonly payments: PaymentProvider | null
  /** Hash of the one-time set-up token while no admin exists, otherwise null. */
  readonly setup: { tokenHash: Buffer | null }
  /** True from the moment the server begins to stop. */
  readonly stopping: () => boolean
  /** Parts of this process that are not ready, by name; empty = all are. Does not cover the database. */
  readonly unready: () => string[]
}
