import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readyMaps } from '../../contract/device-types/ready-maps.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { startPortal, type TestPortal } from '../commands/testing/portal.ts'
import { makeSite, type TestSite } from '../commands/testing/site.ts'
import { chirpstackUp, examples, ttnBodies, ttnUp } from './testing/wrap.ts'

const devEui = '0004A30B001C0530'
let database: TestDatabase
let portal: TestPortal
let site: TestSite
let other: TestSite
beforeAll(async () => {
  database = await createTestDatabase()
  portal = await startPortal(database.knex)
  site = await makeSite(database.knex)
  other = await makeSite(database.knex)
  // As copied from a sticker.
  await database.knex('devices').where({ id: site.deviceIds[0] }).update({ hardware_id: '00-04-a3-0b-00-1c-05-30' })
  await setMap({ models: readyMaps })
})
afterAll(async () => {
  await portal?.stop()
  await database?.close()
})

const setMap = (map: object) =>
  database
    .knex('device_types')
    .where({ type: 'PARKING_LOT' })
    .update({ field_map: JSON.stringify(map) })
let count = 0
const around = (rest: object = {}) => ({
  devEui,
  at: new Date(Date.now() - 60_000 + (count += 1)).toISOString(),
  count,
  rssi: [-101, -87],
  ...rest,
})
const example = (id: number) => {
  const found = examples.find((one) => one.id === id)
  if (!found) throw new Error(`no example ${id}`)
  return found
}
async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${portal.url}/gateway/v1/uplinks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${site.token}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const readings = () =>
  database
    .knex('readings')
    .where({ device_id: site.deviceIds[0] })
    .orderBy('at')
    .select<{ at: Date; temperature: number | null; rssi: number | null; supply_voltage: number | null }[]>()
const told = (stored: number, duplicate = 0, refused: object[] = []) => ({
  status: 200,
  body: { stored, duplicate, refused },
})

describe('uplinks of network servers [GW-7]', () => {
  it('become readings and states of the device with the DevEUI, at the time of the network server', async () => {
    const up = around()
    expect(await post('chirpstack?event=up', chirpstackUp(example(2), up))).toEqual(told(2))
    const [reading] = (await readings()).slice(-1)
    expect(reading).toMatchObject({ temperature: -1, rssi: -87 })
    expect(reading?.at.toISOString()).toBe(up.at)
    const state = await database.knex('device_states').where({ device_id: site.deviceIds[0] }).first('status')
    expect(state).toEqual({ status: 'occupied' })
    expect(await post('ttn', ttnUp(example(37), around()))).toEqual(told(1))
    expect((await readings()).slice(-1)).toMatchObject([{ temperature: 1.3 }])
  })

  it('are stored once, however often and through however many radio gateways they arrive', async () => {
    const before = (await readings()).length
    for (const [path, body] of [
      ['chirpstack?event=up', chirpstackUp(example(2), around({ rssi: [-120, -70, -99, -101] }))],
      ['ttn', ttnUp(example(2), around({ rssi: [-120, -70, -99, -101] }))],
    ] as const) {
      const all = await Promise.all(Array.from({ length: 8 }, () => post(path, body)))
      const sum = (key: string) => all.reduce((total, answer) => total + Number(answer.body[key]), 0)
      expect([sum('stored'), sum('duplicate')]).toEqual([2, 14])
    }
    const now = await readings()
    expect(now).toHaveLength(before + 2)
    expect(now.slice(-2).map(({ rssi }) => rssi)).toEqual([-70, -70])
  })

  it.each([
    ['no codec', () => chirpstackUp(example(5), around()), 'not-decoded'],
    ['another DevEUI', () => chirpstackUp(example(2), around({ devEui: '0004A30B001C0999' })), 'unknown-device'],
    ['an old time', () => chirpstackUp(example(37), around({ at: '2020-01-01T00:00:00.000Z' })), 'too-old'],
    ['a future time', () => chirpstackUp(example(37), around({ at: '2060-01-01T00:00:00.000Z' })), 'in-the-future'],
  ])('with %s are refused in the reply, so that the network server goes on sending', async (_, body, code) => {
    expect(await post('chirpstack?event=up', body())).toMatchObject(told(0, 0, [{ code }]))
  })

  it('of a device whose type has no matching map are refused with that reason; a new map counts at once', async () => {
    const body = chirpstackUp(example(2), around())
    await setMap({})
    expect(await post('chirpstack?event=up', body)).toMatchObject(told(0, 0, [{ code: 'no-field-map' }]))
    await setMap({ models: readyMaps.filter(({ name }) => name.startsWith('Elsys')) })
    expect(await post('chirpstack?event=up', { ...body, object: { humidity: 4 } })).toMatchObject(
      told(0, 0, [{ code: 'no-model' }]),
    )
    await setMap({ models: 'nonsense of an older release' })
    expect(await post('chirpstack?event=up', body)).toMatchObject(told(0, 0, [{ code: 'no-field-map' }]))
    await setMap({ models: readyMaps })
    expect(await post('chirpstack?event=up', body)).toMatchObject(told(2))
  })

  it('with one invalid value keep the others', async () => {
    const body = { ...chirpstackUp(example(37), around()), object: { BatV: 'flat', TempC_SHT: 4, Hum_SHT: 50 } }
    expect(await post('chirpstack?event=up', body)).toMatchObject(told(1, 0, [{ code: 'bad-value' }]))
  })

  it('are read even if nested deeper than they can be written', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const up = chirpstackUp(example(37), around()) as object
    const body = JSON.stringify({ ...up, object: { BatV: 'DEEP', TempC_SHT: 4 } }).replace('"DEEP"', deep)
    expect(await post('chirpstack?event=up', body)).toMatchObject(told(1, 0, [{ code: 'bad-value' }]))
  })

  it('are the only events that store something', async () => {
    for (const event of ['join', 'status', 'ack', 'txack', 'log', 'location', 'integration'])
      expect(await post(`chirpstack?event=${event}`, chirpstackUp(example(2), around()))).toMatchObject({
        status: 200,
        body: { stored: 0, ignored: event },
      })
    const answers = await Promise.all(ttnBodies.map(({ body }) => post('ttn', body)))
    expect(answers.map(({ status, body }) => [status, body['ignored'] ?? body['refused']])).toEqual([
      [200, 'join_accept'],
      [200, [expect.objectContaining({ code: 'too-old' })]],
      [200, 'downlink_ack'],
      [200, 'downlink_failed'],
      [200, 'downlinks'],
    ])
    expect(await post('chirpstack?event=up', { ...chirpstackUp(example(5), around()), data: '' })).toMatchObject({
      status: 200,
      body: { ignored: 'empty' },
    })
  })

  it("need the token of the device's gateway", async () => {
    const body = chirpstackUp(example(2), around())
    expect((await post('chirpstack?event=up', body, { authorization: 'Bearer wrong' })).status).toBe(401)
    expect((await post('ttn', ttnUp(example(2), around()), { authorization: '' })).status).toBe(401)
    const foreign = await post('chirpstack?event=up', body, { authorization: `Bearer ${other.token}` })
    expect(foreign).toMatchObject(told(0, 0, [{ code: 'unknown-device' }]))
  })

  it('of a wrong shape are 400, of another encoding 415, with another method 405', async () => {
    expect(await post('chirpstack', chirpstackUp(example(2), around()))).toMatchObject({ status: 400 })
    expect(await post('chirpstack?event=up', ttnBodies[1]?.body)).toMatchObject({
      status: 400,
      body: { error: 'bad-body', detail: expect.stringContaining('deduplicationId') as string },
    })
    expect(await post('ttn', chirpstackUp(example(2), around()))).toMatchObject({ status: 400 })
    expect(await post('ttn', '{"end_device_ids":')).toMatchObject({ status: 400 })
    const binary = { 'content-type': 'application/octet-stream' }
    expect(await post('chirpstack?event=up', 'protobuf', binary)).toMatchObject({ status: 415 })
    expect((await fetch(`${portal.url}/gateway/v1/uplinks/ttn`)).status).toBe(405)
  })

  it('of any JSON get a status below 500', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (any, inner) => {
        const up = chirpstackUp(example(2), around())
        for (const [path, body] of [
          ['chirpstack?event=up', any],
          ['chirpstack?event=up', { ...up, object: inner, rxInfo: any }],
          ['ttn', any],
          ['ttn', { ...ttnUp(example(2), around()), uplink_message: any }],
        ] as const)
          expect((await post(path, body)).status).toBeLessThan(500)
      }),
      { numRuns: 15 },
    )
  })
})

describe('the DevEUI of a device', () => {
  it('is unique at its gateway, in any notation [GW-7]', async () => {
    const again = database.knex('devices').where({ id: site.deviceIds[1] })
    await expect(again.clone().update({ hardware_id: '0004A30B001C0530' })).rejects.toThrow(
      'devices_dev_eui_in_gateway',
    )
    await database.knex('devices').where({ id: other.deviceIds[0] }).update({ hardware_id: '0004A30B001C0530' })
    const { rows } = await database.knex.raw<{ rows: object[] }>(
      `select dev_eui('0004a30b001c0530') as plain, dev_eui('00:04:A3-0b 001c0530') as mixed, dev_eui('A0-17') as none`,
    )
    expect(rows).toEqual([{ plain: devEui, mixed: devEui, none: null }])
  })
})
