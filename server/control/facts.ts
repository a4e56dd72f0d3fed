import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import { type ControlFacts, pulseSeconds } from '../../machines/control.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { repeatable } from '../../telemetry/views/repeatable.ts'

type Known = { facts: Map<number, ControlFacts>; gateways: Map<number, number>; at: Date }

/** Returns the control facts and the gateways of devices in service, with the database's time. `linked` = gateways that hold a link. */
export async function controlFacts(
  trx: Knex.Transaction,
  deviceIds: readonly number[],
  linked: ReadonlySet<number>,
): Promise<Known> {
  const [rows, [time]] = await pipelined([
    prepared<Omit<ControlFacts, 'linked'> & { id: number; gatewayId: number }>(trx, factsSql, [
      pulseSeconds,
      deviceIds,
    ]),
    // Not earlier than the read: a right that begins or ends is judged by the time at which the command is sent.
    prepared<{ at: Date }>(trx, 'SELECT clock_timestamp() AS at'),
  ])
  if (!time) throw new Error('the database returned no time')
  return {
    facts: new Map(rows.map(({ id, gatewayId, ...row }) => [id, { ...row, linked: linked.has(gatewayId) }])),
    gateways: new Map(rows.map(({ id, gatewayId }) => [id, gatewayId])),
    at: time.at,
  }
}

/** The same, with the device states locked until the transaction ends. */
export async function lockedFacts(
  trx: Knex.Transaction,
  deviceIds: readonly number[],
  linked: ReadonlySet<number>,
): Promise<Known> {
  const [, known] = await pipelined([lockDevices(trx, deviceIds), controlFacts(trx, deviceIds, linked)])
  return known
}

const factsSql = `SELECT d.id, d.gateway_id AS "gatewayId", s.status, s.door_state AS "doorState", s.reachable, t.controls,
       t.occupied_blocks_control AS "occupiedBlocksControl", ${repeatable} AS repeatable,
       EXISTS (SELECT FROM device_maintenance WHERE device_id = d.id AND span @> clock_timestamp()) AS maintenance,
       EXISTS (SELECT FROM device_commands WHERE device_id = d.id AND state IN ('queued', 'sent', 'taken')) AS "commandInFlight",
       coalesce((SELECT greatest(0, extract(epoch FROM max(sent_at) - clock_timestamp()) + ?) FROM device_commands
         WHERE device_id = d.id AND issued_at > clock_timestamp() - interval '5 minutes' AND action IN ('open', 'close')), 0)::float8 AS "restSeconds"
     FROM devices d JOIN device_states s ON s.device_id = d.id JOIN device_types t ON t.id = d.device_type_id
     WHERE d.id = ANY (?) AND d.retired_at IS NULL`
