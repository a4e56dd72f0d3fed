import type { Knex } from 'knex'
import { tokenForm } from '../../contract/eticket.ts'
import { row } from '../../db/rows.ts'
import { tokenHash } from '../reservations/share-token.ts'
import {
  linkSql,
  type TicketRefusal,
  type TicketRow,
  ticketFields,
  ticketOf,
  ticketRefusal,
} from '../reservations/summary.ts'
import { keptRows } from '../sql.ts'

/** Links by which a guest opens: eTickets, and those of reservations that an operator made for somebody without account. */
export const openingPurposes = ['eticket', 'remote-reservation'] as const

export interface OpenTicket {
  readonly tokenId: number
  /** What it opens: of a stay that was extended the part that is not over (rule L-13). */
  readonly reservationId: number
  /** The reservation that it was made for. */
  readonly madeFor: number
}

interface Row extends TicketRow, OpenTicket {
  now: Date
}

/** What a guest's link opens, judged by the database's clock, or why it opens nothing. */
export async function readTicket(
  trx: Knex,
  token: string,
): Promise<{ ok: true; ticket: OpenTicket } | { ok: false; code: TicketRefusal }> {
  if (!tokenForm.test(token)) return { ok: false, code: 'eticket-invalid' }
  const [found] = await keptRows<Row>(
    trx,
    `with ${linkSql}
     select statement_timestamp() as now, t.id as "tokenId", r.id as "reservationId", t.reservation_id as "madeFor", ${ticketFields}
     from t cross join shown join reservations r on r.id = shown.id left join events e on e.id = r.event_id`,
    { hash: tokenHash(token), purposes: [...openingPurposes] },
  )
  if (!found) return { ok: false, code: 'eticket-invalid' }
  const code = ticketRefusal(ticketOf(found, found.now), found.now)
  if (code) return { ok: false, code }
  const { tokenId, reservationId, madeFor } = found
  return { ok: true, ticket: { tokenId, reservationId, madeFor } }
}

/** Whoever revokes the link waits until this transaction ends. After the lock of the reservation. */
export async function keepTicket(trx: Knex.Transaction, tokenId: number): Promise<void> {
  await trx.raw('select from tokens where id = ? for share', [tokenId])
}

/** Why a run that a guest began does not go on: his link was revoked or has run out. */
export async function tokenRefusal(
  trx: Knex.Transaction,
  tokenId: number | null,
): Promise<'eticket-invalid' | 'eticket-expired' | null> {
  if (tokenId === null) return 'eticket-invalid'
  await keepTicket(trx, tokenId)
  const { stands, expired } = await row<{ stands: boolean; expired: boolean }>(
    trx,
    `select count(*) = 1 as stands, coalesce(bool_or(greatest(t.expires_at, (
         select o.until_at from overstays o join reservations r on r.id = o.reservation_id
         where o.reservation_id = t.reservation_id and o.ended_at is null and t.expires_at >= r.ends_at)) <= clock_timestamp()), false) as expired
     from tokens t where t.id = ? and t.revoked_at is null`,
    [tokenId],
  )
  return stands ? (expired ? 'eticket-expired' : null) : 'eticket-invalid'
}
