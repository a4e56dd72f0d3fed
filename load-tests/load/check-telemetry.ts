import type { Knex } from 'knex'
import { repeatedEvery } from '../k6/batches.ts'
import { type Check, exactly } from './scenario.ts'

/**
 * Checks each message of the acknowledged batches: its receipt, and its reading or event, exactly once. Ids, times and
 * devices are computed as in k6/batches.ts, but in SQL, only from the counts that gateways reported.
 */
export async function checkTelemetry(
  knex: Knex,
  told: readonly { gateway: number; batches: number }[],
  { base, size }: { base: number; size: number },
): Promise<{ acknowledged: number; lost: number; doubled: number; checks: Check[] }> {
  const { rows } = await knex.raw<{
    rows: { acknowledged: number; no_receipt: number; missing: number; doubled: number }[]
  }>(
    `WITH told AS (SELECT * FROM jsonb_to_recordset(:told::jsonb) AS t (gateway integer, batches integer)),
     counts AS (SELECT gateway_id, count(*)::integer AS devices, min(id) AS first FROM devices GROUP BY gateway_id),
     said AS (
       SELECT t.gateway, 'b' || b || '-' || n AS message_id, n = 0 AND b % :repeated = 0 AS pressed, c.first + n % c.devices AS device_id,
         to_timestamp((:base::bigint + b * :size::bigint + n) / 1000.0) AS at
       FROM told t JOIN counts c ON c.gateway_id = t.gateway, generate_series(0, t.batches - 1) b, generate_series(0, :size - 1) n),
     kept AS (
       SELECT device_id, at, false AS pressed, count(*) AS times FROM readings GROUP BY 1, 2
       UNION ALL SELECT device_id, at, true, count(*) FROM access_events GROUP BY 1, 2)
     SELECT count(*) AS acknowledged, count(*) FILTER (WHERE m.message_id IS NULL) AS no_receipt,
       count(*) FILTER (WHERE k.times IS NULL) AS missing, count(*) FILTER (WHERE k.times > 1) AS doubled
     FROM said s LEFT JOIN gateway_receipts m ON m.gateway_id = s.gateway AND m.message_id = s.message_id
       LEFT JOIN kept k ON k.device_id = s.device_id AND k.at = s.at AND k.pressed = s.pressed`,
    { told: JSON.stringify(told), base, size, repeated: repeatedEvery },
  )
  const [found] = rows
  if (!found) throw new Error('the messages could not be read')
  return {
    acknowledged: found.acknowledged,
    lost: found.missing + found.no_receipt,
    doubled: found.doubled,
    checks: [
      exactly('acknowledged messages without a receipt', found.no_receipt, 0),
      exactly('acknowledged messages without their row', found.missing, 0),
      exactly('messages stored twice', found.doubled, 0),
    ],
  }
}
