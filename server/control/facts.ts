import type { Knex } from 'knex'
import { keptRows } from '../../db/kept-rows.ts'
import { type ControlFacts, pulseSeconds } from '../../machines/control.ts'

/**
 * What decides whether devices may be controlled, and the database's time at which it was so. Call it with the states of the devices
 * locked. `linked` = their gateways that hold a link, `gateways` = at which they hang now. Devices that are gone or retired are left out.
 */
export async function controlFacts(
  trx: Knex.Transaction,
  deviceIds: readonly number[],
  linked: ReadonlySet<number>,
): Promise<{ facts: Map<number, ControlFacts>; gateways: Map<number, number>; at: Date }> {
  const rows = await keptRows<Omit<ControlFacts, 'linked'> & { id: number; gatewayId: number }>(
    trx,
    `SELECT d.id, d.gateway_id AS "gatewayId", s.status, s.door_state AS "doorState", s.reachable, t.controls,
       t.occupied_blocks_control AS "occupiedBlocksControl",
       EXISTS (SELECT FROM device_maintenance WHERE device_id = d.id AND span @> clock_timestamp()) AS maintenance,
       EXISTS (SELECT FROM orders WHERE device_id = d.id AND state IN ('queued', 'sent', 'taken')) AS "orderInFlight",
       coalesce((SELECT greatest(0, extract(epoch FROM max(sent_at) - clock_timestamp()) + ?) FROM orders
         WHERE device_id = d.id AND issued_at > clock_timestamp() - interval '5 minutes' AND action IN ('open', 'close')), 0)::float8 AS "restSeconds"
     FROM devices d JOIN device_states s ON s.device_id = d.id JOIN device_types t ON t.id = d.device_type_id
     WHERE d.id = ANY (?) AND d.retired_at IS NULL`,
    [pulseSeconds, [...deviceIds]],
  )
  // Not earlier than what was read: a right that begins or ends is judged by the time at which the order goes out.
  const time = await trx.raw<{ rows: { at: Date }[] }>('SELECT clock_timestamp() AS at')
  const at = time.rows[0]?.at
  if (!at) throw new Error('the database tells no time')
  return {
    facts: new Map(rows.map(({ id, gatewayId, ...row }) => [id, { ...row, linked: linked.has(gatewayId) }])),
    gateways: new Map(rows.map(({ id, gatewayId }) => [id, gatewayId])),
    at,
  }
}
