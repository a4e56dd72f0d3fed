import type { Knex } from 'knex'
import { tokenForm } from '../../contract/eticket.ts'
import { prepared } from '../../db/sql.ts'
import { tokenHash } from '../claims/share-token.ts'
import {
  linkSql,
  type TicketRefusal,
  type TicketRow,
  ticketFields,
  ticketOf,
  ticketRefusal,
} from '../reservations/summary.ts'

/**
 * Links with which a guest opens: eTickets, and links to reservations that an operator made for somebody without an
 * account.
 */
export const openingPurposes = ['eticket', 'remote-reservation'] as const

export interface OpenTicket {
  readonly tokenId: number
  /** What it opens: the part of an extended stay that is not over (rule L-13). */
  readonly reservationId: number
  /** The reservation for which it was made. */
  readonly madeFor: number
}

interface Row extends TicketRow, OpenTicket {
  now: Date
}

/** Returns what a guest's link opens, by the database's clock, or why it opens nothing. */
export async function readTicket(
  trx: Knex,
  token: string,
): Promise<{ ok: true; ticket: OpenTicket } | { ok: false; code: TicketRefusal }> {
  if (!tokenForm.test(token)) return { ok: false, code: 'eticket-invalid' }
  const found = await readRow(trx, tokenHash(token))
  if (!found) return { ok: false, code: 'eticket-invalid' }
  const code = ticketRefusal(ticketOf(found, found.now), found.now)
  if (code) return { ok: false, code }
  const { tokenId, reservationId, madeFor } = found
  return { ok: true, ticket: { tokenId, reservationId, madeFor } }
}

async function readRow(trx: Knex, hash: Buffer): Promise<Row | undefined> {
  const [found] = await prepared<Row>(
    trx,
    `with ${linkSql}
     select statement_timestamp() as now, t.id as "tokenId", r.id as "reservationId", t.reservation_id as "madeFor", ${ticketFields}
     from t cross join shown join reservations r on r.id = shown.id left join events e on e.id = r.event_id`,
    { hash, purposes: [...openingPurposes] },
  )
  return found
}

/** Makes a revocation of the link wait until this transaction ends. Call it after locking the reservation. */
export async function keepTicket(trx: Knex.Transaction, tokenId: number): Promise<void> {
  await trx.raw('select from tokens where id = ? for share', [tokenId])
}

/** Returns why a run that a guest began stops: the link was revoked or has expired. */
export async function tokenRefusal(
  trx: Knex.Transaction,
  tokenId: number | null,
): Promise<'eticket-invalid' | 'eticket-expired' | null> {
  if (tokenId === null) return 'eticket-invalid'
  await keepTicket(trx, tokenId)
  const token = (await trx('tokens').where({ id: tokenId }).first('token_hash')) as { token_hash: Buffer } | undefined
  const found = token && (await readRow(trx, token.token_hash))
  if (!found || found.revokedAt) return 'eticket-invalid'
  return ticketOf(found, found.now).expiresAt <= found.now ? 'eticket-expired' : null
}
