import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { insert } from '../../../db/testing/fixtures.ts'

const hour = 3_600_000

/** A reservation with an eTicket, as rows; by default the guest is let in. Times in hours from now. */
export interface TicketRequest {
  deviceId: number
  siteId: number
  zoneId: number
  userId?: number
  startsIn?: number
  endsIn?: number
  state?: 'CREATED' | 'RESERVED' | 'CANCELED' | 'STORNO'
  guestsAllowed?: boolean
  noEvent?: boolean
  parentId?: number
  /** Other columns of the reservation. */
  reservation?: object
  /** Other columns of the token. */
  ticket?: object
}

/** Inserts access time, reservation and token; returns the token's text. */
export async function plantTicket(
  knex: Knex,
  request: TicketRequest,
): Promise<{ reservationId: number; token: string }> {
  const { deviceId, siteId, zoneId, startsIn = -1, endsIn = 5, state = 'RESERVED' } = request
  const now = Date.now()
  const eventId = request.noEvent
    ? null
    : await insert(knex, 'events', {
        zone_id: zoneId,
        name: 'Always',
        starts_on: '2026-01-01',
        guest_ticket_allowed: request.guestsAllowed ?? true,
      })
  const reservationId = await insert(knex, 'reservations', {
    site_id: siteId,
    device_id: deviceId,
    user_id: request.userId ?? null,
    parent_id: request.parentId ?? null,
    event_id: eventId,
    starts_at: new Date(now + startsIn * hour),
    ends_at: new Date(now + endsIn * hour),
    state,
    ...(state === 'CREATED' ? { held_until: new Date(now + hour), hold_kind: 'choosing' } : {}),
    reserved_at: new Date(now - 48 * hour),
    ...request.reservation,
  })
  const token = randomBytes(32).toString('base64url')
  await insert(knex, 'tokens', {
    purpose: 'eticket',
    token_hash: createHash('sha256').update(token).digest(),
    reservation_id: reservationId,
    created_at: new Date(now - 48 * hour),
    expires_at: new Date(now + endsIn * hour),
    ...request.ticket,
  })
  return { reservationId, token }
}
