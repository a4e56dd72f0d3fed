import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seedDemo } from '../../db/seeds/seed-demo.ts'
import type { SimulatorConfig } from '../../db/seeds/simulator-config.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { issueDeviceCommand } from '../commands/testing/issue.ts'
import { startPortal, type TestPortal } from '../commands/testing/portal.ts'
import { type Simulator, startSimulator } from './start.ts'

let database: TestDatabase
let portal: TestPortal
let config: SimulatorConfig
let simulator: Simulator
let codes = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const { simulator: made } = await seedDemo(database.knex, { now: new Date() })
  if (!made) throw new Error('the demo was not seeded')
  // People of the demo act by the clock. Opening these boxes at the wrong time would falsely confirm orders.
  const left = (name: string) => ['FRM-02', 'FRH-03'].includes(name)
  const gateways = made.gateways.map((gateway) => ({
    ...gateway,
    devices: gateway.devices.map((device) => (left(device.hardwareId) ? { ...device, use: null } : device)),
  }))
  config = { ...made, gateways }
  portal = await startPortal(database.knex)
  simulator = startSimulator({ url: portal.url, gateways: config.gateways, speed: 60 })
  await simulator.connected()
  await vi.waitFor(async () => expect(await unheard()).toBe(0), { interval: 100 })
})
afterAll(async () => {
  await simulator.stop()
  await portal.stop()
  await database.close()
})

async function unheard(): Promise<number> {
  const row = await database.knex('device_states').where({ status: 'undefined' }).count({ n: '*' }).first()
  return Number(row?.n)
}

async function order(hardwareId: string, action: 'open'): Promise<string> {
  const device = (await database.knex('devices').where({ hardware_id: hardwareId }).first('id', 'gateway_id')) as {
    id: number
    gateway_id: number
  }
  const issued = await database.knex.transaction((trx) =>
    issueDeviceCommand(
      trx,
      {
        deviceId: device.id,
        gatewayId: device.gateway_id,
        action,
        allowedBy: 'operator',
        userId: null,
        timeoutSeconds: 4,
        supportCode: () => `DEMO-${codes++}`,
      },
      new Date(),
    ),
  )
  if (!issued) throw new Error('a command is in flight')
  await portal.link.dispatch(device.gateway_id)
  return issued.deviceCommandId
}

async function outcome(id: string): Promise<string> {
  const row = (await database.knex('device_commands').where({ id }).first('state', 'reason')) as {
    state: string
    reason: string | null
  }
  return row.reason ? `${row.state}: ${row.reason}` : row.state
}

async function openKinds(): Promise<string[]> {
  const rows: { kind: string; hardware_id: string }[] = await database
    .knex('malfunctions')
    .join('devices', 'devices.id', 'device_id')
    .whereNull('closed_at')
    .select('kind', 'hardware_id')
  return rows.map(({ kind, hardware_id }) => `${hardware_id} ${kind}`).toSorted()
}

describe('the demo: gateways and portal together [GW-6]', () => {
  it('has heard of every device, over link and HTTP', async () => {
    expect(simulator.stats()).toMatchObject({ refused: 0, dropped: 0 })
    const row = await database.knex('gateways').whereNull('last_message_at').count({ n: '*' }).first()
    expect(row?.n).toBe(0)
  })

  it('shows the initial faults: error, low battery, dirty sensors [GW-4]', async () => {
    await vi.waitFor(async () =>
      expect(await openKinds()).toEqual([
        'DDS-12 sensor-dirty',
        'FRP1-07 sensor-dirty',
        'FRW-04 error-status',
        'box19412 low-voltage',
      ]),
    )
  })

  it('opens a box by a command that its own report confirms [CTRL-1]', async () => {
    const id = await order('FRW-01', 'open')
    await vi.waitFor(async () => expect(await outcome(id)).toBe('confirmed'), { interval: 50 })
    expect(simulator.device('FRW-01').door()).toBe('open')
  })

  it('fails a jammed box, and does not believe a lying gateway', async () => {
    simulator.fault('FRM-02', 'jam')
    const jammed = await order('FRM-02', 'open')
    await vi.waitFor(async () => expect(await outcome(jammed)).toBe('failed: jammed'), { interval: 50 })
    simulator.fault('GW-FRH-1', 'lie')
    const lied = await order('FRH-03', 'open')
    await vi.waitFor(async () => expect(await outcome(lied)).toBe('failed: not-in-time'), { interval: 50 })
    simulator.fault('GW-FRH-1', 'ok')
  })

  it('closes the malfunction of a repaired device', async () => {
    simulator.fault('DDS-12', 'ok')
    simulator.fault('FRW-04', 'ok')
    simulator.fault('box19412', 'ok')
    await vi.waitFor(async () => expect(await openKinds()).toEqual(['FRH-03 not-responding', 'FRP1-07 sensor-dirty']), {
      interval: 100,
    })
  })

  it('loses nothing while a gateway is offline: readings find their place later [GW-1]', async () => {
    const gateway = simulator.gateway('GW-ESS-1')
    simulator.fault('GW-ESS-1', 'offline')
    for (const device of gateway.devices.values()) device.report()
    const kept = gateway.waiting()
    expect(kept).toBeGreaterThanOrEqual(gateway.devices.size)
    const before = gateway.counts().stored
    simulator.fault('GW-ESS-1', 'ok')
    await vi.waitFor(() => expect(gateway.counts().stored - before).toBeGreaterThanOrEqual(kept))
    expect(gateway.counts()).toMatchObject({ refused: 0, dropped: 0 })
  })
})
