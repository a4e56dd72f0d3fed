import type { Knex } from 'knex'
import type { RunningPortal } from '../../server/testing/harness.ts'
import { cookieFor } from '../../server/testing/sessions.ts'
import type { World } from '../../server/testing/world.ts'
import { runProgram } from './program.ts'

const devices = 2_000

/**
 * Frames a second of the smart remote with 2,000 devices while 200 change each second, far below what the window shows.
 */
export async function remoteFrames(portal: RunningPortal, knex: Knex, world: World): Promise<void> {
  const { siteId, gateway } = world.own
  const made = await knex.raw<{ rows: { hardware_id: string }[] }>(
    `INSERT INTO devices (name, hardware_id, gateway_id, site_id, device_type_id, sequence_number)
     SELECT 'Remote ' || n, 'RD-' || n, ?, ?, ?, n FROM generate_series(1, ?) n RETURNING hardware_id`,
    [gateway.id, siteId, gateway.devices[0]?.typeId ?? 0, devices - gateway.devices.length],
  )
  const far = made.rows.slice(devices / 2).map((row) => row.hardware_id)
  await runProgram('client/pages/control/testing/bench.ts', {
    BENCH_URL: portal.url,
    BENCH_COOKIE: await cookieFor(knex, world.users.rm.id),
    BENCH_TOKEN: gateway.token,
    BENCH_DEVICES: JSON.stringify(far),
  })
  await knex('devices').whereLike('hardware_id', 'RD-%').delete()
}
