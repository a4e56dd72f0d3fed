import { createHash, randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { simulated } from '../../server/testing/simulated.ts'
import type { WorldGateway } from '../../server/testing/world.ts'
import { type Simulator, startSimulator } from '../../telemetry/simulator/start.ts'
import { makeBookingSite } from '../bench/booking-site.ts'
import { checkBookings } from './check-bookings.ts'
import { atMost, exactly, type Outcome, type Scenario, type Stage, sizeOf, valueOf } from './scenario.ts'

const type = 'BIKE_BOX'
const moveMs = 300

/** Everybody comes at once to a site whose boxes belong to a simulated gateway. */
export const morningRush: Scenario = {
  name: 'morning-rush',
  test: 'T34',
  proves:
    'People search, hold, pay and open at one site within seconds: nobody is double-booked, each booking is paid once, each command moves its box at most once.',
  sizes: {
    short: { people: 40, places: 60, spread: 8 },
    usual: { people: 300, places: 350, spread: 30 },
    long: { people: 1_000, places: 1_100, spread: 60 },
  },
  run,
}

async function run(stage: Stage): Promise<Outcome> {
  const { knex, sizes } = stage
  const people = sizeOf(sizes, 'people')
  const site = await makeBookingSite(knex, { places: sizeOf(sizes, 'places'), people, type })
  const gateway = await armGateway(knex, site.gatewayId)
  const simulator = startSimulator({
    url: stage.portal.url,
    gateways: [simulated(gateway, { typeOf: () => type, moveMs })],
  })
  const moved = countMoves(simulator)
  try {
    await simulator.connected()
    await until(20_000, async () => (await statesKnown(knex)) === gateway.devices.length)
    const summary = await stage.k6('morning-rush', {
      data: site.people.map(({ cookie }) => cookie),
      env: { SITE: site.siteId, SPREAD: sizeOf(sizes, 'spread'), MINUTES: 60 },
    }).ended
    await until(20_000, async () => (await deviceCommandsOf(knex)).open === 0)
    const [bookings, deviceCommands] = [await checkBookings(knex), await deviceCommandsOf(knex)]
    const twice = [...moved.values()].filter((times) => times > 1).length
    return {
      n: people,
      faults: 0,
      lost: people - bookings.booked + bookings.unpaid + (people - deviceCommands.confirmed),
      dup: bookings.overlaps + bookings.paidTwice + twice,
      p50: deviceCommands.p50,
      p95: deviceCommands.p95,
      p99: deviceCommands.p99,
      figures: {
        'who was too late for a place and took another': valueOf(summary, 'too_late', 'count'),
        'calls sent again after 503': valueOf(summary, 'calls_repeated', 'count'),
        'one movement of a box (ms)': moveMs,
        'request to sent, p95 (ms)': deviceCommands.sentP95,
      },
      checks: [
        exactly('bookings', bookings.booked, people),
        ...bookings.checks,
        exactly('commands confirmed by the box itself', deviceCommands.confirmed, people),
        exactly('commands that did not come to an end', deviceCommands.open, 0),
        exactly('commands taken by the gateway and executed', moved.size, people),
        exactly('commands executed twice', twice, 0),
        atMost('request to open door, p95', deviceCommands.p95, 1_500 * stage.slack, ' ms'),
      ],
    }
  } finally {
    await simulator.stop()
  }
}

/** Gives the site's gateway a token for the simulator. */
async function armGateway(knex: Knex, id: number): Promise<WorldGateway> {
  const [token, orderKey] = [randomBytes(32).toString('base64url'), randomBytes(32)]
  const row = { gateway_id: id, token_hash: createHash('sha256').update(token).digest(), order_key: orderKey }
  await knex('gateway_tokens').insert(row)
  const { hardware_id: hardwareId } = (await knex('gateways').where({ id }).first('hardware_id')) as {
    hardware_id: string
  }
  const devices = (await knex('devices')
    .where({ gateway_id: id })
    .select('id', 'hardware_id as hardwareId', 'device_type_id as typeId')) as WorldGateway['devices']
  return { id, hardwareId, token, orderKey, devices }
}

/** How often each command moved its device, counted at the devices. */
function countMoves({ gateways }: Simulator): Map<string, number> {
  const moved = new Map<string, number>()
  for (const device of gateways.flatMap((gateway) => [...gateway.devices.values()])) {
    const obey = device.obey.bind(device)
    Object.assign(device, {
      obey(...[deviceCommand, ...rest]: Parameters<typeof obey>) {
        moved.set(deviceCommand, (moved.get(deviceCommand) ?? 0) + 1)
        obey(deviceCommand, ...rest)
      },
    })
  }
  return moved
}

async function statesKnown(knex: Knex): Promise<number> {
  const { rows } = await knex.raw<{ rows: { known: number }[] }>(
    'SELECT count(*) AS known FROM device_states WHERE status_at IS NOT NULL',
  )
  return rows[0]?.known ?? 0
}

async function deviceCommandsOf(
  knex: Knex,
): Promise<{ open: number; confirmed: number; p50: number; p95: number; p99: number; sentP95: number }> {
  const part = (share: number) =>
    `coalesce(percentile_cont(${share}) WITHIN GROUP (ORDER BY extract(epoch FROM settled_at - issued_at) * 1000)
       FILTER (WHERE state = 'confirmed'), 0)::double precision`
  const { rows } = await knex.raw<{ rows: Awaited<ReturnType<typeof deviceCommandsOf>>[] }>(
    `SELECT count(*) FILTER (WHERE settled_at IS NULL) AS open, count(*) FILTER (WHERE state = 'confirmed') AS confirmed,
       ${part(0.5)} AS p50, ${part(0.95)} AS p95, ${part(0.99)} AS p99,
       percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM sent_at - issued_at) * 1000)::double precision AS "sentP95"
     FROM device_commands WHERE action = 'open'`,
  )
  const [found] = rows
  if (!found) throw new Error('the commands could not be read')
  return found
}

/** Waits until it holds, up to a limit: the checks find what is missing then. */
async function until(ms: number, holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + ms
  while (!(await holds()) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 100))
}
