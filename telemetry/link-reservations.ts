import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import type { ReservationsFrame } from '../contract/gateway.ts'

const hours = 24

interface Row {
  id: number
  device: string
  starts_at: Date
  ends_at: Date
  pin: string | null
  rfid_token: string | null
  licence_plate: string | null
}

/**
 * The reservations of the next 24 hours at the devices of a gateway, for its own cache, under a version that rises with every frame.
 * A PIN goes out only as HMAC-SHA-256 (hex) of `<reservation id>:<pin>` with the order key of the gateway's token.
 */
export async function reservationsFrame(knex: Knex, gatewayId: number, tokenId: number): Promise<ReservationsFrame> {
  return knex.transaction(async (trx) => {
    const head = await trx.raw<{ rows: { version: number; from: Date; until: Date; key: Buffer }[] }>(
      `UPDATE gateways SET reservations_version = reservations_version + 1 WHERE id = ?
       RETURNING reservations_version AS version, now() AS "from", now() + make_interval(hours => ?) AS until,
         (SELECT order_key FROM gateway_tokens WHERE id = ?) AS key`,
      [gatewayId, hours, tokenId],
    )
    const frame = head.rows[0]
    if (!frame) throw new Error(`gateway ${gatewayId} is gone`)
    const { rows } = await trx.raw<{ rows: Row[] }>(
      `SELECT r.id, d.hardware_id AS device, r.starts_at, r.ends_at, r.pin, r.rfid_token, r.licence_plate
       FROM reservations r JOIN devices d ON d.id = r.device_id
       WHERE d.gateway_id = ? AND d.retired_at IS NULL AND r.state = 'RESERVED' AND r.span && tstzrange(?, ?)
       ORDER BY r.starts_at, r.id`,
      [gatewayId, frame.from, frame.until],
    )
    return {
      version: frame.version,
      from: frame.from.toISOString(),
      until: frame.until.toISOString(),
      reservations: rows.map((row) => ({
        id: row.id,
        device: row.device,
        from: row.starts_at.toISOString(),
        until: row.ends_at.toISOString(),
        pinHash: row.pin === null ? null : createHmac('sha256', frame.key).update(`${row.id}:${row.pin}`).digest('hex'),
        rfid: row.rfid_token,
        plate: row.licence_plate,
      })),
    }
  })
}

/** Keeps which version the gateway holds; what it was never sent is not believed. */
export async function acknowledgeReservations(knex: Knex, gatewayId: number, reply: unknown): Promise<void> {
  const version = (reply as { version?: unknown } | null | undefined)?.version
  if (typeof version !== 'number' || !Number.isSafeInteger(version)) return
  await knex.raw(
    `UPDATE gateways SET reservations_acknowledged_version = ?
     WHERE id = ? AND ? BETWEEN reservations_acknowledged_version + 1 AND reservations_version`,
    [version, gatewayId, version],
  )
}
