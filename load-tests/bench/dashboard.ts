import type { Knex } from 'knex'
import type { RunningPortal } from '../../server/testing/harness.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import type { World } from '../../server/testing/world.ts'
import { runProgram } from './program.ts'

const devices = 20_000
const open = 500
const perGateway = 200

/**
 * Milliseconds from the commit of a malfunction's change to an operator's screen: 20,000 devices, 500 open
 * malfunctions, 50 changes a second. The browser part is a program of its own, which prints the line; this one fills
 * the database.
 */
export async function dashboardLatency(
  portal: RunningPortal,
  knex: Knex,
  databaseUrl: string,
  world: World,
): Promise<void> {
  await fill(knex, world)
  await runProgram('client/pages/insight/testing/bench.ts', {
    BENCH_URL: portal.url,
    BENCH_DATABASE_URL: databaseUrl,
    BENCH_COOKIE: await cookieFor(knex, world.users.rm.id),
  })
}

/** Devices at the operators' sites, of which every fortieth does not respond. */
async function fill(knex: Knex, world: World): Promise<void> {
  const { siteId, gateway } = world.own
  await knex.raw(
    `WITH made AS (
       INSERT INTO gateways (name, hardware_id, site_id) SELECT 'Bench ' || n, 'BENCH-' || n, ? FROM generate_series(1, ?) n RETURNING id
     ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place FROM made)
     INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id, sequence_number)
     SELECT 'Bench ' || n, 'BD-' || n, numbered.id, ?, ?, n FROM generate_series(0, ?) n JOIN numbered ON numbered.place = n / ?`,
    [siteId, devices / perGateway, siteId, gateway.devices[0]?.typeId ?? 0, devices - 1, perGateway],
  )
  await knex.raw(
    `WITH broken AS (
       INSERT INTO malfunctions (kind, severity, device_id, gateway_id, site_id, opened_at, detail, version)
       SELECT 'not-responding', 'error', id, gateway_id, site_id, now() - make_interval(mins => sequence_number / 40), '{"supportCode": "T0"}', nextval('change_version')
       FROM devices WHERE name LIKE 'Bench %' AND sequence_number % ? = 0 RETURNING id, opened_at)
     INSERT INTO malfunction_history (malfunction_id, type, at) SELECT id, 'opened', opened_at FROM broken`,
    [devices / open],
  )
  await knex.raw('ANALYZE')
}
