import type { Knex } from 'knex'

const sites = 10
const placesOfSite = 200

/**
 * Creates a zone of 2,000 places at ten sites, and a year of it: a reservation of each place every other day with its
 * payment, every tenth cancelled and half refunded, sensor data by the hour, reports of the last hours, and 5,000
 * malfunctions. Returns its id.
 */
export async function makeBusyZone(knex: Knex, superuser: Knex, tenantId: number): Promise<number> {
  const one = async (table: string, row: object): Promise<number> =>
    ((await knex(table).insert(row).returning('id')) as { id: number }[])[0]?.id ?? 0
  const zoneId = await one('zones', { name: 'Year', tenant_id: tenantId })
  const gatewayId = await one('gateways', { name: 'Year', hardware_id: 'year' })
  const siteIds: number[] = []
  for (let n = 0; n < sites; n += 1) {
    const siteId = await one('sites', { name: `Year ${n}` })
    await knex('site_zones').insert({ site_id: siteId, zone_id: zoneId })
    siteIds.push(siteId)
  }
  await knex.raw(
    `INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id)
     SELECT 'Y-' || n, 'Y-' || site || '-' || n, :gatewayId, site, (SELECT id FROM device_types WHERE type = 'PARKING_LOT')
     FROM unnest(:siteIds::integer[]) site, generate_series(1, :places) n`,
    { gatewayId, siteIds, places: placesOfSite } as never,
  )
  await makeYear(superuser, siteIds, tenantId)
  return zoneId
}

/**
 * Needs a superuser's connection: triggers, foreign keys and indexes are off meanwhile, because a million rows would
 * take them minutes.
 */
async function makeYear(superuser: Knex, siteIds: readonly number[], tenantId: number): Promise<void> {
  const bindings = { siteIds: [...siteIds], tenantId } as never
  await superuser.transaction(async (trx) => {
    await trx.raw(`SET LOCAL session_replication_role = replica; SET LOCAL maintenance_work_mem = '256MB'`)
    const again = await withoutIndexes(trx, ['reservations', 'transactions'])
    await trx.raw(
      `INSERT INTO reservations (site_id, device_id, starts_at, ends_at, state, reserved_at, ended_at, version)
       SELECT d.site_id, d.id, at, at + interval '1 hour' * (2 + (d.id + n) % 8), CASE WHEN gone THEN 'STORNO' ELSE 'RESERVED' END, at, CASE WHEN gone THEN at END, n
       FROM devices d, generate_series(0, 364, 2) n,
         LATERAL (SELECT date_trunc('hour', now()) - n * interval '1 day' - interval '1 minute' * (d.id % 600) AS at, (d.id + n / 2) % 10 = 0 AS gone) drawn
       WHERE d.site_id = ANY (:siteIds) ORDER BY at`,
      bindings,
    )
    await trx.raw(
      `INSERT INTO transactions (kind, from_account_id, to_account_id, amount_cents, reservation_id, created_at)
       SELECT 'booking', o.id, t.id, 250, r.id, r.starts_at - interval '1 hour' FROM reservations r, accounts o, accounts t
       WHERE r.site_id = ANY (:siteIds) AND o.provider = 'outside' AND t.tenant_id = :tenantId ORDER BY r.starts_at`,
      bindings,
    )
    await trx.raw(
      `INSERT INTO transactions (kind, from_account_id, to_account_id, amount_cents, reservation_id, refund_of, created_at)
       SELECT 'refund', t.to_account_id, t.from_account_id, 125, r.id, t.id, t.created_at FROM reservations r JOIN transactions t ON t.reservation_id = r.id
       WHERE r.site_id = ANY (:siteIds) AND r.state = 'STORNO' ORDER BY t.created_at`,
      bindings,
    )
    for (const statement of again) await trx.raw(statement)
    await trx.raw(
      `INSERT INTO site_usage_1_hour SELECT site, hour, 200000000, 700000000 FROM unnest(:siteIds::integer[]) site, rollup_state,
         generate_series(rolled_until - interval '366 days', rolled_until - interval '1 hour', interval '1 hour') hour`,
      bindings,
    )
    await trx.raw(
      `INSERT INTO device_reports (device_id, at, status) SELECT d.id, now() - n * interval '10 minutes', CASE WHEN (d.id + n / 6) % 3 = 0 THEN 'occupied' ELSE 'free' END
       FROM devices d, generate_series(1, 30) n WHERE d.site_id = ANY (:siteIds)`,
      bindings,
    )
    await trx.raw(
      `INSERT INTO malfunctions (kind, severity, device_id, gateway_id, site_id, opened_at, closed_at)
       SELECT 'unreachable', 'error', d.id, d.gateway_id, d.site_id, now() - n * interval '100 days', now() - n * interval '100 days' + interval '1 hour'
       FROM devices d, generate_series(1, 3) n WHERE d.site_id = ANY (:siteIds)`,
      bindings,
    )
  })
  await superuser.raw('VACUUM ANALYZE reservations, transactions, site_usage_1_hour, device_reports, malfunctions')
}

/** Drops everything but keys, and returns the statements that restore it. */
async function withoutIndexes(trx: Knex.Transaction, tables: readonly string[]): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { gone: string; again: string }[] }>(
    `SELECT 'DROP INDEX ' || indexrelid::regclass AS gone, pg_get_indexdef(indexrelid) AS again FROM pg_index
     WHERE indrelid::regclass::text = ANY (:tables) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
     UNION ALL SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
       format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
     FROM pg_constraint WHERE conrelid::regclass::text = ANY (:tables) AND contype = 'x'`,
    { tables: [...tables] } as never,
  )
  for (const { gone } of rows) await trx.raw(gone)
  return rows.map(({ again }) => again)
}
