import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeSite } from '../../contract/setup.ts'
import { read } from '../../contract/sites/admin.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { busCalls, inShort } from '../testing/bus-calls.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let calls: ReturnType<typeof busCalls>
let boxTypeId: number
beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  calls = busCalls(db.knex, world)
  boxTypeId = world.own.gateway.devices[0]?.typeId as number
})
afterAll(() => db.close())

const wanted = (more: object = {}) => ({
  name: 'Station',
  zoneIds: [world.own.id],
  locationId: null,
  timeZone: 'Europe/Berlin',
  gatewayId: null,
  gateway: { name: 'Station box', hardwareId: 'GW-station' },
  deviceTypeId: boxTypeId,
  accessMethodIds: [],
  names: 'Box {1..24}',
  hardwareIds: 'BOX-{01..24}',
  firstPathNumber: 1,
  perRow: 10,
  widthMm: 850,
  heightMm: 2_000,
  gapMm: 50,
  aisleMm: 3_000,
  ...more,
})
const counts = async () => ({
  sites: await db.knex('sites').count('id as n').first(),
  gateways: await db.knex('gateways').count('id as n').first(),
  devices: await db.knex('devices').count('id as n').first(),
})

describe('a site with its devices', () => {
  it('is made with its gateway, names, hardware ids, paths, access methods and places on the plan [ADM-3] [ADM-6]', async () => {
    const methodId = await insert(db.knex, 'device_access_methods', { name: 'pin-made', display_name: 'PIN' })
    const made = await calls.done('admin', makeSite, wanted({ accessMethodIds: [methodId] }))
    expect(made.devices).toBe(24)
    const site = await calls.ask('admin', read, { siteId: made.siteId })
    expect(site).toMatchObject({ name: 'Station', gateways: 1, devices: 24, capacity: 24, visualizationEnabled: true })
    const devices = await db.knex('devices').where({ site_id: made.siteId }).orderBy('sequence_number')
    expect(devices[0]).toMatchObject({
      name: 'Box 1',
      hardware_id: 'BOX-01',
      gateway_id: made.gatewayId,
      type: 'BIKE_BOX',
      path_number: 1,
      upper_left_x_mm: 1_000,
      upper_left_y_mm: 1_000,
      width_mm: 850,
      height_mm: 2_000,
    })
    expect(devices[23]).toMatchObject({
      name: 'Box 24',
      hardware_id: 'BOX-24',
      path_number: 24,
      upper_left_x_mm: 1_000 + 3 * 900,
      upper_left_y_mm: 1_000 + 2 * 5_000,
    })
    const links = await db
      .knex('device_method_links')
      .where({ access_method_id: methodId })
      .count('device_id as n')
      .first()
    expect(links).toEqual({ n: 24 })
    expect(
      await db.knex('device_states').whereIn(
        'device_id',
        devices.map(({ id }) => id),
      ),
    ).toHaveLength(24)
  })

  it('hangs on a gateway that exists, whose hardware ids it does not repeat', async () => {
    const { id: gatewayId } = world.own.gateway
    const more = { gatewayId, gateway: null, names: '{1..2}', firstPathNumber: -1 }
    const taken = await calls.refused('admin', makeSite, wanted({ ...more, hardwareIds: 'D-{002..003}' }))
    expect(inShort(taken)).toEqual(['hardware-id-taken', 'hardwareIds hardware-id-taken'])
    const made = await calls.done('admin', makeSite, wanted({ ...more, hardwareIds: 'E-{1..2}' }))
    expect(made.gatewayId).toBe(gatewayId)
    expect(await db.knex('devices').where({ site_id: made.siteId }).distinct('path_number')).toEqual([
      { path_number: -1 },
    ])
  })

  it.each<[object, string[]]>([
    [{ names: 'Box' }, ['bad-input', 'names pattern-invalid']],
    [{ names: 'Box {5..1}' }, ['bad-input', 'names pattern-invalid']],
    [{ names: 'Box {1..501}' }, ['bad-input', 'names pattern-invalid']],
    [{ names: `${'x'.repeat(44)}{1..24}` }, ['bad-input', 'names field-too-long']],
    [{ hardwareIds: 'B-{1..23}' }, ['bad-input', 'hardwareIds pattern-counts-differ']],
    [{ gateway: null }, ['bad-input', 'gatewayId field-required']],
    [{ zoneIds: [] }, ['bad-input', 'zoneIds field-too-few']],
    [{ perRow: 0, widthMm: 0 }, ['bad-input', 'perRow field-at-least', 'widthMm field-at-least']],
    [{ zoneIds: [999_999] }, ['bad-input', 'zoneIds field-not-found']],
    [{ locationId: 999_999 }, ['bad-input', 'locationId field-not-found']],
    [
      { deviceTypeId: 999_999, accessMethodIds: [999_999] },
      ['bad-input', 'deviceTypeId field-not-found', 'accessMethodIds field-not-found'],
    ],
    [{ gateway: { name: 'Again', hardwareId: 'GW-own' } }, ['gateway-id-taken', 'gateway.hardwareId gateway-id-taken']],
  ])('is refused on its fields, and nothing is stored: %j', async (more, refusal) => {
    const before = await counts()
    expect(inShort(await calls.refused('admin', makeSite, wanted(more)))).toEqual(refusal)
    expect(await counts()).toEqual(before)
  })
})
