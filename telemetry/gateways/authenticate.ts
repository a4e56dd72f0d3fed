import { createHash } from 'node:crypto'
import type { Knex } from 'knex'

/** Which gateway speaks. `registryVersion` rises with every change of its devices, so that caches of them know their age. */
export interface GatewayIdentity {
  readonly gatewayId: number
  readonly hardwareId: string
  /** Null while the gateway stands nowhere. */
  readonly siteId: number | null
  readonly registryVersion: number
}
/** An identity together with the token that proved it (the link asks again for the token, and signs with its order key). */
export interface ProvenGateway {
  readonly tokenId: number
  readonly gateway: GatewayIdentity
}

const tokenPattern = /^[A-Za-z0-9_-]{43}$/
/** Whether it has the form of a token: what has not is nobody's. */
export const isToken = (token: unknown): token is string => typeof token === 'string' && tokenPattern.test(token)
const statement = `
  SELECT t.id, g.id AS gateway_id, g.hardware_id, g.site_id, g.registry_version
  FROM gateway_tokens t JOIN gateways g ON g.id = t.gateway_id
  WHERE t.revoked_at IS NULL AND `

interface TokenRow {
  id: number
  gateway_id: number
  hardware_id: string
  site_id: number | null
  registry_version: number
}

/** The gateway of a token (43 characters base64url), or null when it is unknown, revoked or malformed; the latter costs no query. */
export async function authenticateGateway(knex: Knex, token: unknown): Promise<GatewayIdentity | null> {
  return (await proveGateway(knex, token))?.gateway ?? null
}

/** As authenticateGateway, with the id of the token. */
export async function proveGateway(knex: Knex, token: unknown): Promise<ProvenGateway | null> {
  if (!isToken(token)) return null
  return proven(
    await knex
      .raw<{ rows: TokenRow[] }>(`${statement} t.token_hash = ?`, [tokenHash(token)])
      .options({ name: 'gateway-by-token' }),
  )
}

/** The gateway of a token known by its id, or null when it was revoked meanwhile. */
export async function proveAgain(knex: Knex, tokenId: number): Promise<ProvenGateway | null> {
  return proven(
    await knex.raw<{ rows: TokenRow[] }>(`${statement} t.id = ?`, [tokenId]).options({ name: 'gateway-by-token-id' }),
  )
}

/** The token of an `Authorization: Bearer` header, or null. */
export function bearerToken(header: unknown): string | null {
  return typeof header === 'string' ? (/^Bearer +([^ ]+) *$/i.exec(header)?.[1] ?? null) : null
}

/** SHA-256 of the token's text, as it is kept. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function proven(result: { rows: TokenRow[] }): ProvenGateway | null {
  const row = result.rows[0]
  if (!row) return null
  return {
    tokenId: row.id,
    gateway: {
      gatewayId: row.gateway_id,
      hardwareId: row.hardware_id,
      siteId: row.site_id,
      registryVersion: row.registry_version,
    },
  }
}
