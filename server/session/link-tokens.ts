import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { type LinkPurpose, linkHash } from '../messages/links.ts'

/** used = also replaced by a newer link, or revoked. */
export type LinkState = 'valid' | 'expired' | 'used' | 'unknown'

export interface FoundLink {
  readonly ok: true
  readonly state: 'valid'
  readonly id: number
  /** Null = an invitation of somebody without an account. */
  readonly userId: number | null
  readonly email: string | null
  /** What was queued with the mail. */
  readonly data: Readonly<Record<string, unknown>>
  readonly expiresAt: Date
}
/** A link that does not work. Its owner is known unless the link is unknown. */
export interface DeadLink {
  readonly ok: false
  readonly state: Exclude<LinkState, 'valid'>
  readonly userId: number | null
  readonly email: string | null
  readonly data: Readonly<Record<string, unknown>>
}
export type Link = FoundLink | DeadLink

interface Row extends Omit<FoundLink, 'ok' | 'state'> {
  readonly over: boolean
}

const form = /^[\w-]{43}$/
const unknown: DeadLink = { ok: false, state: 'unknown', userId: null, email: null, data: {} }

/** The owner of links: a user, or an address without an account. */
export type LinkOwner = number | { readonly email: string }

/** Reads a link without using it. */
export async function findLink(trx: Knex, purpose: LinkPurpose, value: string, now: Date): Promise<Link> {
  if (!form.test(value)) return unknown
  const [row] = await many<Row>(
    trx,
    `select id, user_id as "userId", email, data, expires_at as "expiresAt", used_at is not null or revoked_at is not null as over
     from tokens where token_hash = ? and purpose = ?`,
    [linkHash(value), purpose],
  )
  if (!row) return unknown
  const { over, ...link } = row
  if (!over && link.expiresAt > now) return { ok: true, state: 'valid', ...link }
  return { ok: false, state: over ? 'used' : 'expired', userId: link.userId, email: link.email, data: link.data }
}

/**
 * Uses a valid link once: of concurrent callers one gets it. All other links of the same purpose and owner become void,
 * also those in mails that wait.
 */
export async function useLink(trx: Knex.Transaction, purpose: LinkPurpose, value: string, now: Date): Promise<Link> {
  const found = await findLink(trx, purpose, value, now)
  if (!found.ok) return found
  const owner = ownerOf(found)
  await lockLinks(trx, purpose, owner)
  const link = await findLink(trx, purpose, value, now)
  if (!link.ok) return link
  await trx('tokens').where({ id: link.id }).update({ used_at: now, uses: 1 })
  await voidLinks(trx, purpose, owner)
  return link
}

/** Makes all links of a purpose and owner void, also those in mails that wait. */
export async function revokeLinks(trx: Knex.Transaction, purpose: LinkPurpose, owner: LinkOwner): Promise<void> {
  await lockLinks(trx, purpose, owner)
  await voidLinks(trx, purpose, owner)
}

function ownerOf({ userId, email }: FoundLink): LinkOwner {
  return userId ?? { email: email ?? '' }
}

/** SQL: the rows of an owner, by the column of their address. */
function ownedBy(owner: LinkOwner, email: string): { sql: string; binding: number | string } {
  return typeof owner === 'number'
    ? { sql: 'user_id = ?', binding: owner }
    : { sql: `user_id is null and lower(${email}) = lower(?)`, binding: owner.email }
}

/** Locks mails first, then links, each by id: concurrent callers wait for each other, and no mail draws another link. */
async function lockLinks(trx: Knex.Transaction, purpose: LinkPurpose, owner: LinkOwner): Promise<void> {
  const mails = ownedBy(owner, 'recipient')
  await trx.raw(
    `select from messages where kind = ? and ${mails.sql} and state in ('queued', 'failed') order by id for update`,
    [purpose, mails.binding],
  )
  const links = ownedBy(owner, 'email')
  await trx.raw(
    `select from tokens where purpose = ? and ${links.sql} and used_at is null and revoked_at is null order by id for update`,
    [purpose, links.binding],
  )
}

async function voidLinks(trx: Knex.Transaction, purpose: LinkPurpose, owner: LinkOwner): Promise<void> {
  const mails = ownedBy(owner, 'recipient')
  await trx.raw(
    `update messages set state = 'suppressed', error = 'link-outdated'
     where kind = ? and ${mails.sql} and state in ('queued', 'failed')`,
    [purpose, mails.binding],
  )
  const links = ownedBy(owner, 'email')
  await trx.raw(
    `update tokens set revoked_at = clock_timestamp() where purpose = ? and ${links.sql} and used_at is null and revoked_at is null`,
    [purpose, links.binding],
  )
}
