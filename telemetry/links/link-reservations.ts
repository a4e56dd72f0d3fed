import { createHmac } from 'node:crypto'
import type { Knex } from 'knex'
import type { ReservationsFrame } from '../../contract/gateway.ts'
import { soldBy } from '../../db/models/sold-by.ts'

const hours = 24

interface Row {
  id: number
  device: string
  from: Date
  until: Date
  pin: string | null
  rfid: string | null
  plate: string | null
}

/**
 * Returns the reservations of the next 24 hours at a gateway's devices, under a version that rises with every frame. A PIN goes out only as
 * HMAC-SHA-256 (hex) of `<reservation id>:<pin>` with the order key of the gateway's token.
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
    const { rows } = await trx.raw<{ rows: Row[] }>(openings, { gatewayId, from: frame.from, until: frame.until })
    return {
      version: frame.version,
      from: frame.from.toISOString(),
      until: frame.until.toISOString(),
      reservations: rows.map(({ pin, ...row }) => ({
        ...row,
        from: row.from.toISOString(),
        until: row.until.toISOString(),
        pinHash: pin === null ? null : createHmac('sha256', frame.key).update(`${row.id}:${pin}`).digest('hex'),
      })),
    }
  })
}

/** SQL: device d has an access method with an attribute. */
const opensBy = (attribute: string): string =>
  `EXISTS (SELECT FROM device_method_links x JOIN device_access_methods m ON m.id = x.access_method_id
     WHERE x.device_id = d.id AND '${attribute}' = ANY (m.attributes))`

/** SQL: cameras may open for head reservation h: its access time allowed it when bought, and the tenant has the product. */
const opensByPlate = `coalesce((h.rules ->> 'lprEnabled')::boolean, false) AND ${soldBy(
  `coalesce((h.rules ->> 'tenantId')::integer, (SELECT z.tenant_id FROM events e JOIN zones z ON z.id = e.zone_id WHERE e.id = h.event_id))`,
  'LPR',
)}`

/** SQL: end of the last reservation before r that uses the device exclusively and belongs to another stay; nobody enters earlier. */
const freeFrom = `(WITH RECURSIVE stay AS (
    SELECT h.id, h.follows_id UNION ALL SELECT e.id, e.follows_id FROM reservations e JOIN stay s ON e.id = s.follows_id)
  SELECT max(o.ends_at) FROM reservations o WHERE o.device_id = r.device_id AND o.state = 'RESERVED' AND NOT o.shared
    AND o.ends_at > r.starts_at - interval '15 minutes' AND o.starts_at < r.starts_at AND coalesce(o.parent_id, o.id) NOT IN (SELECT id FROM stay))`

/** SQL: end of the grace of head reservation h until its place is left (rule O-2). */
const grace = `(SELECT o.until_at FROM overstays o WHERE o.reservation_id = h.id AND o.ended_at IS NULL)`
/** SQL: somebody else still occupies the device of r after the end of his time (rule O-5). */
const othersStay = `EXISTS (SELECT FROM overstays o JOIN reservations s ON s.id = o.reservation_id
  WHERE o.device_id = r.device_id AND o.ended_at IS NULL AND s.id <> h.id AND h.follows_id IS DISTINCT FROM s.id
    AND NOT coalesce(s.user_id = h.user_id, false))`

/**
 * When each device opens for whom (rules C-61 to C-63): from 15 minutes before the start where that time can no longer be booked, but not
 * before the previous reservation ends, until the end or the end of the grace; not during maintenance, nor while somebody else occupies the
 * place. Doors and barriers use PIN, token and plate of their head reservation. Blocked users get nothing.
 */
const openings = `
  WITH held AS (
    SELECT h.id AS head, r.id, r.device_id, d.hardware_id AS device, greatest(r.ends_at, ${grace}) AS until,
      CASE WHEN coalesce((h.rules ->> 'prebookMinMinutes')::integer, 0) >= 15
        THEN greatest(r.starts_at - interval '15 minutes', least(coalesce(${freeFrom}, '-infinity'), r.starts_at)) ELSE r.starts_at END AS "from",
      CASE WHEN ${opensBy('pin')} THEN h.pin END AS pin,
      CASE WHEN ${opensBy('rfidToken')} THEN h.rfid_token END AS rfid,
      CASE WHEN ${opensByPlate} THEN h.licence_plate END AS plate
    FROM reservations r
    JOIN devices d ON d.id = r.device_id
    JOIN reservations h ON h.id = coalesce(r.parent_id, r.id)
    WHERE d.gateway_id = :gatewayId AND d.retired_at IS NULL AND r.state = 'RESERVED'
      AND (r.span && tstzrange(:from::timestamptz, :until::timestamptz + interval '15 minutes') OR h.id IN (SELECT reservation_id FROM overstays WHERE ended_at IS NULL AND until_at > :from))
      AND NOT ${othersStay}
      AND NOT EXISTS (SELECT FROM blocked_users b WHERE b.user_id = h.user_id AND b.state = 'blocked' AND b.zone_id IN (
        SELECT e.zone_id FROM events e WHERE e.id = h.event_id
        UNION ALL SELECT z.zone_id FROM site_zones z WHERE z.site_id = h.site_id AND h.event_id IS NULL))),
  closed AS (
    SELECT m.device_id, range_agg(m.span) AS spans FROM device_maintenance m
    WHERE m.device_id IN (SELECT device_id FROM held) GROUP BY m.device_id)
  SELECT held.id, held.device, lower(part) AS "from", upper(part) AS until, held.pin, held.rfid, held.plate
  FROM held LEFT JOIN closed ON closed.device_id = held.device_id
  CROSS JOIN LATERAL unnest(tstzmultirange(tstzrange(held."from", held.until)) - coalesce(closed.spans, '{}'::tstzmultirange)) AS part
  WHERE lower(part) < :until::timestamptz AND upper(part) > :from::timestamptz
  ORDER BY "from", held.id`

/** Stores the version that the gateway acknowledges, unless it was never sent. Returns that version, or null. */
export async function acknowledgeReservations(knex: Knex, gatewayId: number, reply: unknown): Promise<number | null> {
  const version = (reply as { version?: unknown } | null | undefined)?.version
  if (typeof version !== 'number' || !Number.isSafeInteger(version)) return null
  await knex.raw(
    `UPDATE gateways SET reservations_acknowledged_version = ?
     WHERE id = ? AND ? BETWEEN reservations_acknowledged_version + 1 AND reservations_version`,
    [version, gatewayId, version],
  )
  return version
}

/** Returns those of the gateways whose reservations have changed since the last call; each change once. */
export async function takeHandouts(knex: Knex, gatewayIds: readonly number[]): Promise<number[]> {
  const { rows } = await knex.raw<{ rows: { gateway_id: number }[] }>(
    `WITH gone AS (DELETE FROM reservation_handouts WHERE gateway_id = ANY (?) RETURNING gateway_id)
     SELECT DISTINCT gateway_id FROM gone ORDER BY gateway_id`,
    [[...gatewayIds]],
  )
  return rows.map(({ gateway_id }) => gateway_id)
}

/** Deletes changes of gateways without a link, which get everything with the next one, and changes older than an hour. */
export async function tidyHandouts(knex: Knex): Promise<void> {
  await knex.raw(
    `DELETE FROM reservation_handouts h USING gateways g
     WHERE g.id = h.gateway_id AND h.at < clock_timestamp() - CASE WHEN g.linked THEN interval '1 hour' ELSE interval '1 minute' END`,
  )
}
