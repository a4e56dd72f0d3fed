import type { Knex } from 'knex'
import { tokenForm } from '../../contract/eticket.ts'
import { reservationRefusal } from '../../machines/reservation.ts'
import { type LockedReservation, lockAnyReservation } from '../claims/own.ts'
import { tokenHash } from '../claims/share-token.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { cancelReservation, refundDue } from './cancel.ts'
import { type Edits, writeEdits } from './edit.ts'
import { type Ticket, type TicketRefusal, ticketRefusal } from './summary.ts'

/** What the holder of a remote reservation may change, and its state. */
export interface RemoteState {
  readonly state: 'RESERVED' | 'STORNO'
  readonly note: string | null
  readonly licencePlate: string | null
  readonly rfidToken: string | null
}

const refuse = refuser<TicketRefusal | 'licence-plate-required'>()

/**
 * Fills in what only the holder knows (rule L-15). Refuses eticket-invalid, -expired, -canceled,
 * licence-plate-required.
 */
export async function editRemotely(trx: Knex.Transaction, token: string, edits: Edits): Promise<RemoteState> {
  const { own, code } = await lockByToken(trx, token)
  if (code) return refuse(code)
  await writeEdits(trx, own, edits, null, refuse)
  return stateOf(trx, own.id)
}

/**
 * Cancels the reservation for its holder; does nothing if it is cancelled already. Refuses eticket-invalid,
 * eticket-expired.
 */
export async function cancelRemotely(trx: Knex.Transaction, token: string): Promise<RemoteState> {
  const { own, code } = await lockByToken(trx, token)
  if (code && code !== 'eticket-canceled') return refuse(code)
  if (reservationRefusal('CANCEL', own, own.now) === null)
    await cancelReservation(trx, own, await refundDue(trx, own, own.now), null)
  return stateOf(trx, own.id)
}

/** Locks the reservation of the link, and returns why the link cannot be used. An unknown link is refused at once. */
async function lockByToken(trx: Knex.Transaction, token: string) {
  const link = tokenForm.test(token)
    ? ((await trx('tokens')
        .where({ token_hash: tokenHash(token), purpose: 'remote-reservation' })
        .whereNotNull('reservation_id')
        .first('id', 'reservation_id')) as { id: number; reservation_id: number } | undefined)
    : undefined
  const own = link && (await lockAnyReservation(trx, link.reservation_id))
  if (!link || !own) return refuse('eticket-invalid')
  // Final, because a revocation needs the reservation's lock.
  const validity = (await trx('tokens')
    .where({ id: link.id })
    .first('expires_at as expiresAt', 'revoked_at as revokedAt')) as Pick<Ticket, 'expiresAt' | 'revokedAt'>
  const ticket = { ...validity, state: own.state, endsAt: own.end, guestsAllowed: true }
  return { own, code: ticketRefusal(ticket, own.now) }
}

async function stateOf(trx: Knex.Transaction, id: LockedReservation['id']): Promise<RemoteState> {
  const row = (await trx('reservations')
    .where({ id })
    .first('state', 'note', 'licence_plate as licencePlate', 'rfid_token as rfidToken')) as RemoteState | undefined
  if (!row) throw new Error(`reservation ${id} cannot be read`)
  return row
}
