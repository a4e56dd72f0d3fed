import { describe, expect, it } from 'vitest'
import { fieldMap } from '../../contract/device-types/field-map.ts'
import { readyMaps } from '../../contract/device-types/ready-maps.ts'
import { maxIdLength } from '../../contract/gateway.ts'
import { readChirpstack, readTtn, type UplinkEvent } from '../../contract/uplinks.ts'
import { decode } from '../messages/decode.ts'
import { messagesOf } from './messages.ts'
import { type Around, chirpstackUp, examples, ttnBodies, ttnUp } from './testing/wrap.ts'

const all = fieldMap.parse({ models: readyMaps })
const at = '2026-11-22T08:15:30.120Z'
const around = (count: number): Around => ({ devEui: '0004A30B001C0530', at, count, rssi: [-101, -87, -112] })

/** Computed by hand from the bytes, the codecs' documentation and the device types. RSSI: the best of the three radio gateways. */
const heard = { rssi: -87 }
const alive = [{ kind: 'reading', ...heard }]
const notDecoded = 'not-decoded'
const expected: Record<number, object[] | string> = {
  1: [
    { kind: 'reading', ...heard },
    { kind: 'status', status: 'occupied' },
  ],
  2: [
    { kind: 'reading', temperature: -1, ...heard },
    { kind: 'status', status: 'occupied' },
  ],
  3: [
    { kind: 'reading', ...heard },
    { kind: 'status', status: 'occupied' },
  ],
  5: notDecoded,
  7: notDecoded,
  9: alive,
  11: notDecoded,
  13: [{ kind: 'reading', temperature: 1, humidity: 20, ...heard }],
  15: [
    { kind: 'reading', temperature: 21, humidity: 28, supplyVoltage: 3.6, ...heard },
    { kind: 'status', status: 'okay', door: 'closed' },
  ],
  17: [{ kind: 'reading', temperature: -19, humidity: 58, supplyVoltage: 3.5, ...heard }],
  19: [{ kind: 'reading', temperature: 21.875, supplyVoltage: 3.093, ...heard }],
  21: [
    {
      kind: 'reading',
      temperature: 27.6783398184,
      humidity: 36.4385442893,
      supplyVoltage: 2.962,
      ...heard,
    },
  ],
  23: [{ kind: 'reading', supplyVoltage: 2.962, ...heard }],
  25: [{ kind: 'reading', supplyVoltage: 2.749, ...heard }],
  27: [{ kind: 'reading', supplyVoltage: 3.156, ...heard }],
  29: [{ kind: 'reading', supplyVoltage: 2.993, ...heard }],
  31: [{ kind: 'reading', temperature: 18.57, supplyVoltage: 2.531, ...heard }],
  33: [{ kind: 'reading', temperature: 27.48, supplyVoltage: 2.812, ...heard }],
  35: [{ kind: 'reading', supplyVoltage: 3.338, ...heard }],
  37: [{ kind: 'reading', temperature: 1.3, humidity: 24.2, supplyVoltage: 3.014, ...heard }],
  39: [{ kind: 'reading', temperature: 23.4, humidity: 55, ...heard }],
  41: [{ kind: 'reading', temperature: -5, humidity: 80, ...heard }],
  43: [{ kind: 'reading', temperature: 18, ...heard }],
  45: [{ kind: 'reading', temperature: 21, ...heard }],
  47: [{ kind: 'reading', temperature: 22.8, humidity: 44.92, supplyVoltage: 3.5, ...heard }],
  49: [
    { kind: 'reading', ...heard },
    { kind: 'status', status: 'error' },
  ],
  51: alive,
  // 100 is the battery in per cent, not its voltage.
  53: [{ kind: 'reading', temperature: 30, ...heard }],
  55: [{ kind: 'reading', temperature: 80, supplyVoltage: 5, ...heard }],
  57: alive,
  59: alive,
  61: alive,
  63: alive,
  65: alive,
  67: alive,
  69: alive,
  71: alive,
  73: alive,
  75: [
    { kind: 'reading', ...heard },
    { kind: 'status', status: 'okay' },
  ],
  77: alive,
  79: alive,
  81: alive,
  83: [
    { kind: 'reading', ...heard },
    { kind: 'status', status: 'error' },
    { kind: 'event', event: 'button' },
  ],
  85: alive,
}

function said(server: 'chirpstack' | 'ttn', read: UplinkEvent): unknown {
  if (read.kind !== 'uplink') return read
  const { messages, refused } = messagesOf(server, read.uplink, 'sensor', all)
  // The result is what any gateway may send.
  const { messages: fit } = decode({ messages }, new Map([['sensor', 1]]), Date.parse(at)) as { messages: object[] }
  expect(fit).toHaveLength(messages.length)
  for (const { id } of messages) expect(id.length).toBeLessThanOrEqual(maxIdLength)
  if (messages.length === 0) return refused.map(({ code }) => code).join()
  expect(refused).toEqual([])
  return messages.map(({ id, at: when, device, ...body }) => {
    expect([device, when]).toEqual(['sensor', at])
    return body
  })
}

describe('uplinks of real sensors [GW-7]', () => {
  it('are all in the table', () => {
    expect(examples.map(({ id }) => String(id)).sort()).toEqual(Object.keys(expected).sort())
    expect(examples).toHaveLength(44)
  })

  it.each(examples.map((example) => [`${example.vendor} ${example.model} (${example.id})`, example] as const))(
    '%s have the same meaning from ChirpStack and The Things Stack',
    (_, example) => {
      expect(said('chirpstack', readChirpstack('up', chirpstackUp(example, around(7))))).toEqual(expected[example.id])
      expect(said('ttn', readTtn(ttnUp(example, around(0))))).toEqual(expected[example.id])
    },
  )
})

describe('the bodies of The Things Stack [GW-7]', () => {
  it('are parsed as what they are', () => {
    const kinds = ttnBodies.map(({ body }) => {
      const read = readTtn(body)
      return read.kind === 'ignored' ? read.event : read.kind
    })
    expect(kinds).toEqual(['join_accept', 'uplink', 'downlink_ack', 'downlink_failed', 'downlinks'])
    expect(readTtn(ttnBodies[1]?.body)).toMatchObject({
      uplink: { devEui: '0004A30B001C0530', at: '2020-02-12T15:15:45.789Z', rssi: -35, object: { temperature: 1 } },
    })
  })

  it('have one key for each uplink: the same for its deliveries, a new one after a reset of the counter', () => {
    const key = (body: unknown) => {
      const read = readTtn(body)
      return read.kind === 'uplink' ? read.uplink.key : read
    }
    const [example] = examples
    if (!example) throw new Error('no example')
    const body = ttnUp(example, around(3))
    expect(key({ ...body, correlation_ids: ['as:up:other'], received_at: '2026-11-22T09:00:00Z' })).toBe(key(body))
    expect(key(ttnUp(example, around(0)))).not.toBe(key(body))
    expect(key(ttnUp(example, { ...around(3), at: '2026-11-22T08:20:00.000Z' }))).not.toBe(key(body))
    expect(key(ttnUp(example, { ...around(3), devEui: '0004A30B001C0531' }))).not.toBe(key(body))
  })
})
