import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { many } from '../../db/sql.ts'
import { pushChanges } from '../ingest/write-push.ts'
import { type Closing, closeMalfunctions, openMalfunctions } from '../malfunctions/malfunctions.ts'
import { gatewayIntervalS, isSilent, warnAfterHours } from '../malfunctions/rules.ts'

const page = 200

interface GatewayRow {
  id: number
  last_message_at: Date
  longest_interval_s: number | null
  devices: number
}

/**
 * Opens gateway-silent for gateways without a link that have been silent for three report intervals of their slowest device (M-2, M-10).
 * Closes it for gateways that are no longer monitored (M-7).
 */
export async function sweepGateways(knex: Knex, now: Date, since: Date): Promise<{ opened: number; closed: number }> {
  let opened = 0
  for (let after = 0; ; ) {
    const rows = await readGateways(knex, now, { after })
    const silent = rows.filter((row) => isGatewaySilent(row, now, since)).map(({ id }) => id)
    if (silent.length > 0) opened += await knex.transaction((trx) => silence(trx, silent, now, since))
    const last = rows.at(-1)
    if (rows.length < page || !last) break
    after = last.id
  }
  return { opened, closed: await forgetUnmonitored(knex, now) }
}

function isGatewaySilent(row: GatewayRow, now: Date, since: Date): boolean {
  const reportIntervalS = gatewayIntervalS(row.longest_interval_s)
  return isSilent(
    { lastMessageAt: row.last_message_at.getTime(), reportIntervalS, notBefore: [since.getTime()] },
    now.getTime(),
  )
}

const monitored = `g.monitoring AND g.maintenance_state = 'Delivery' AND coalesce(site.monitoring, true)`

async function readGateways(
  trx: Knex,
  now: Date,
  where: { after: number } | { ids: readonly number[] },
): Promise<GatewayRow[]> {
  const one = 'ids' in where
  return many<GatewayRow>(
    trx,
    `SELECT g.id, g.last_message_at,
       (SELECT max(t.report_interval_s) FROM devices d JOIN device_types t ON t.id = d.device_type_id
        WHERE d.gateway_id = g.id AND d.retired_at IS NULL) AS longest_interval_s,
       (SELECT count(*) FROM devices d WHERE d.gateway_id = g.id AND d.retired_at IS NULL) AS devices
     FROM gateways g LEFT JOIN sites site ON site.id = g.site_id
     WHERE g.last_message_at < ? AND NOT g.linked AND ${monitored}
       AND NOT EXISTS (SELECT FROM malfunctions m WHERE m.gateway_id = g.id AND m.device_id IS NULL AND m.kind = 'gateway-silent' AND m.closed_at IS NULL AND m.right_since IS NULL)
       AND ${one ? 'g.id = ANY (?)' : 'g.id > ?'}
     ORDER BY g.id ${one ? 'FOR NO KEY UPDATE OF g' : 'LIMIT ?'}`,
    one ? [now, [...where.ids]] : [now, where.after, page],
  )
}

async function silence(trx: Knex.Transaction, ids: readonly number[], now: Date, since: Date): Promise<number> {
  const rows = (await readGateways(trx, now, { ids })).filter((row) => isGatewaySilent(row, now, since))
  const opened = await openMalfunctions(
    trx,
    rows.map((row) => ({
      kind: 'gateway-silent',
      gatewayId: row.id,
      at: now,
      detail: { since: row.last_message_at.toISOString(), devices: row.devices },
    })),
  )
  await pushChanges(trx, { malfunctionIds: opened })
  return opened.length
}

async function forgetUnmonitored(knex: Knex, now: Date): Promise<number> {
  return knex.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { gateway_id: number }[] }>(
      `SELECT m.gateway_id FROM malfunctions m JOIN gateways g ON g.id = m.gateway_id LEFT JOIN sites site ON site.id = g.site_id
       WHERE m.closed_at IS NULL AND m.device_id IS NULL AND m.kind = 'gateway-silent' AND NOT (${monitored}) LIMIT ?`,
      [page],
    )
    const closings: Closing[] = rows.map((row) => ({ kind: 'gateway-silent', gatewayId: row.gateway_id, at: now }))
    const closed = await closeMalfunctions(trx, closings)
    await pushChanges(trx, { malfunctionIds: closed })
    return closed.length
  })
}

/** Publishes 'gateways.silent' for gateways silent for three hours, each at most once in 24 hours (GW-3). Returns how many. */
export async function warnOfSilentGateways(knex: Knex, now: Date): Promise<number> {
  return knex.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: number; last_message_at: Date }[] }>(
      `WITH due AS (
         SELECT g.id FROM gateways g LEFT JOIN sites site ON site.id = g.site_id
         WHERE g.send_mail AND ${monitored} AND g.last_message_at < ?::timestamptz - make_interval(hours => ?)
           AND (g.silent_mail_at IS NULL OR g.silent_mail_at <= ?::timestamptz - interval '24 hours')
         ORDER BY g.id LIMIT ? FOR NO KEY UPDATE OF g SKIP LOCKED)
       UPDATE gateways g SET silent_mail_at = ? FROM due WHERE g.id = due.id RETURNING g.id, g.last_message_at`,
      [now, warnAfterHours, now, page, now],
    )
    for (const row of rows) {
      const said = { gatewayId: row.id, lastMessageAt: row.last_message_at.toISOString() }
      await publish(trx, [], fact('gateways.silent', said))
      await trx.raw(
        `INSERT INTO malfunction_history (malfunction_id, type, at) SELECT id, 'mailed', ?::timestamptz FROM malfunctions
         WHERE gateway_id = ? AND device_id IS NULL AND kind = 'gateway-silent' AND closed_at IS NULL`,
        [now, row.id],
      )
    }
    return rows.length
  })
}
