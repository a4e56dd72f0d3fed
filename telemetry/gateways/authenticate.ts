import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { endSimulation } from './simulation.ts'

/** An authenticated gateway. `registryVersion` rises with every change of its devices and dates caches of them. */
export interface GatewayIdentity {
  readonly gatewayId: number
  readonly hardwareId: string
  /** Null while the gateway has no site. */
  readonly siteId: number | null
  readonly registryVersion: number
}
/** An identity and the token that proved it, whose order key signs. */
export interface ProvenGateway {
  readonly tokenId: number
  readonly gateway: GatewayIdentity
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
/** Whether a value has the form of a token. */
export const isToken = (token: unknown): token is string => typeof token === 'string' && tokenPattern.test(token)
/** Returns the gateway of a token (43 characters base64url), or null if it is unknown, revoked or malformed; the last costs no query. */
export async function authenticateGateway(knex: Knex, token: unknown): Promise<GatewayIdentity | null> {
  return (await proveGateway(knex, token))?.gateway ?? null
}

/** As authenticateGateway, with the id of the token. */
export async function proveGateway(knex: Knex, token: unknown): Promise<ProvenGateway | null> {
  return isToken(token) ? prove(knex, 't.token_hash = ?', tokenHash(token)) : null
}

/** Returns the gateway of a token by the token's id, or null if it was revoked meanwhile. */
export function proveAgain(knex: Knex, tokenId: number): Promise<ProvenGateway | null> {
  return prove(knex, 't.id = ?', tokenId)
}

/** Returns the gateway of a hardware id with its newest token, or null if it has none. */
export function identify(knex: Knex, hardwareId: string): Promise<ProvenGateway | null> {
  return prove(knex, 'g.hardware_id = ? ORDER BY t.simulated, t.id DESC LIMIT 1', hardwareId)
}

/** A gateway that proves itself by a token of its own ends its simulation. */
async function prove(knex: Knex, condition: string, value: Knex.RawBinding): Promise<ProvenGateway | null> {
  const [row] = await prepared<GatewayIdentity & { tokenId: number; endsSimulation: boolean }>(
    knex,
    `SELECT t.id AS "tokenId", g.id AS "gatewayId", g.hardware_id AS "hardwareId", g.site_id AS "siteId", g.registry_version AS "registryVersion",
       NOT t.simulated AND g.simulated_until IS NOT NULL AS "endsSimulation"
     FROM gateway_tokens t JOIN gateways g ON g.id = t.gateway_id WHERE t.revoked_at IS NULL AND ${condition}`,
    [value],
  )
  if (!row) return null
  const { tokenId, endsSimulation, ...gateway } = row
  if (endsSimulation) await endSimulation(knex, gateway.gatewayId)
  return { tokenId, gateway }
}

/** Returns the token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: unknown): string | null {
  return typeof header === 'string' ? (/^Bearer +([^ ]+) *$/i.exec(header)?.[1] ?? null) : null
}

/** SHA-256 of the token's text, as stored. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
