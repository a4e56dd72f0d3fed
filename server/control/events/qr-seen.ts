import type { Knex } from 'knex'
import { lockHeld } from '../../doors/holder.ts'
import type { Context } from '../../kernel/context.ts'
import { qrSeconds, readQr } from '../qr.ts'
import { openingPurposes } from '../ticket.ts'
import { type AccessEvent, openBy, type Verdict } from './event.ts'

const pause = { opened: 0, refused: 3 }

/** Evaluates a code of ours at a reader: opens the device for which it was made, once within a minute (rule C-38). */
export async function evaluateQr(trx: Knex.Transaction, context: Context, event: AccessEvent): Promise<Verdict> {
  const { deviceId, gatewayId, now } = event
  const device = await trx('devices').where({ id: deviceId }).first<{ hardware_id: string }>('hardware_id')
  const keys = await trx('gateway_tokens')
    .where({ gateway_id: gatewayId, revoked_at: null })
    .pluck<Buffer[]>('order_key')
  const code = event.value.trim()
  const claim = readQr(code, { id: deviceId, hardwareId: device.hardware_id }, keys, now)
  if (!claim.ok) return { outcome: claim.code }
  const held = await lockHeld(trx, claim.reservationId)
  if (!held) return { outcome: 'no-match' }
  const { reservationId } = held
  const own = held.devices.find(({ id }) => id === deviceId)
  if (!own) return { outcome: 'refused:device-not-yours', reservationId }
  if (!own.access.includes('qr')) return { outcome: 'refused:action-not-supported', reservationId }
  // Not recorded with the reservation, so that a photograph does not delay its holders.
  if (await isRevoked(trx, reservationId, claim.expires)) return { outcome: 'qr-expired' }
  if (await isUsed(trx, event, code)) return { outcome: 'read-again', reservationId }
  return openBy(trx, context, event, { held, by: 'qr', deviceIds: [deviceId], pause })
}

/** Used codes: a photograph of one opens nothing more, whatever a reader appends to it. */
async function isUsed(trx: Knex.Transaction, { id, deviceId, now }: AccessEvent, code: string): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `select from access_events where device_id = :deviceId and id <> :id and outcome = 'opened' and strpos(value, :code) > 0
       and at > :now::timestamptz - interval '10 minutes' limit 1`,
    { deviceId, id, code, now },
  )
  return rows.length > 0
}

/**
 * Returns whether a link of the stay was revoked since the code was made: its former holder may be showing it. Others
 * can make a new code.
 */
async function isRevoked(trx: Knex.Transaction, reservationId: number, expires: Date): Promise<boolean> {
  const { rows } = await trx.raw<{ rows: object[] }>(
    `with recursive before as (
       select id, follows_id from reservations where id = :reservationId
       union all select r.id, r.follows_id from reservations r join before b on r.id = b.follows_id)
     select from tokens where reservation_id in (select id from before) and purpose = any (:purposes) and revoked_at >= :madeAt limit 1`,
    { reservationId, purposes: [...openingPurposes], madeAt: new Date(expires.getTime() - qrSeconds * 1_000) },
  )
  return rows.length > 0
}
