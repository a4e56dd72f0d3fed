import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { holders } from '../../machines/control.ts'

/**
 * Returns, by command id, why waiting commands must not be sent any more (rule C-15): the right behind them has ended. A right lasts until the
 * end of the grace, as decided or as stored since. Operators need no reservation, but still the device's zone. Takes no locks: a right ends before this, or the command
 * was sent first.
 */
export async function withdrawnBy(
  trx: Knex.Transaction,
  deviceCommandIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await prepared<{ id: string; reason: string | null }>(trx, withdrawnSql, [
    holders,
    holders,
    deviceCommandIds,
  ])
  return new Map(rows.flatMap(({ id, reason }) => (reason === null ? [] : [[id, reason] as const])))
}

const withdrawnSql = `SELECT o.id, CASE
       WHEN o.allowed_by = ANY (?) AND r.state IS DISTINCT FROM 'RESERVED' THEN 'reservation-not-reserved'
       WHEN greatest(r.ends_at, CASE WHEN v.reservation_id IS NULL THEN (o.checks #>> '{facts,held,graceUntil}')::timestamptz ELSE v.until_at END) <= clock_timestamp() THEN 'reservation-over'
       WHEN r.id IS NOT NULL AND NOT EXISTS (SELECT FROM reservations f
         WHERE (f.id = r.id OR f.parent_id = r.id) AND f.state = 'RESERVED' AND f.device_id = o.device_id) THEN 'device-not-yours'
       WHEN EXISTS (SELECT FROM blocked_users b WHERE b.user_id = r.user_id AND b.state = 'blocked' AND b.zone_id IN (
         SELECT e.zone_id FROM events e WHERE e.id = r.event_id
         UNION ALL SELECT z.zone_id FROM site_zones z WHERE z.site_id = r.site_id AND r.event_id IS NULL)) THEN 'user-blocked'
       WHEN o.allowed_by = 'eticket' AND NOT EXISTS (SELECT FROM tokens k WHERE k.id = o.token_id AND k.revoked_at IS NULL) THEN 'eticket-invalid'
       WHEN o.allowed_by NOT IN ('operator', 'emergency') AND EXISTS (SELECT FROM device_maintenance m
         WHERE m.device_id = o.device_id AND m.span @> clock_timestamp()) THEN 'under-maintenance'
       WHEN o.allowed_by IN ('operator', 'emergency') AND o.user_id IS NOT NULL AND NOT EXISTS (
         SELECT FROM users u JOIN roles k ON k.id = u.role_id WHERE u.id = o.user_id AND u.state = 'ACTIVE' AND (k.kind = 'Admin' OR EXISTS (
           SELECT FROM user_zones uz JOIN site_zones sz ON sz.zone_id = uz.zone_id WHERE uz.user_id = u.id AND sz.site_id = o.site_id))) THEN 'not-authorized'
     END AS reason
     FROM device_commands o LEFT JOIN reservations r ON r.id = o.reservation_id AND o.allowed_by = ANY (?)
     LEFT JOIN (SELECT reservation_id, CASE WHEN ended_at IS NULL THEN until_at END AS until_at FROM overstays) v ON v.reservation_id = r.id WHERE o.id = ANY (?::uuid[])`
