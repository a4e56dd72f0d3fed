import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { devEuiOf, readChirpstack, readEither, readTtn } from '../uplinks.ts'
import { fieldMap } from './field-map.ts'
import { mapUplink } from './map-uplink.ts'
import { readyMaps } from './ready-maps.ts'

const uplink = (object: unknown, rest: object = {}) => ({
  object: object as Record<string, unknown>,
  rssi: -90,
  port: 2,
  profile: 'Sensor',
  ...rest,
})
const map = (...rules: object[]) => fieldMap.parse({ models: [{ name: 'one', rules }] })

describe('a field map [GW-7]', () => {
  it.each([
    ['scale and offset', { scale: 0.001 }, 3_600, 3.6],
    ['a text that is a number', {}, ' -4.50 ', -4.5],
    ['Fahrenheit', { scale: 5 / 9, offset: -160 / 9 }, 212, 100],
    ['no binary fractions', { scale: 0.1 }, 3, 0.3],
  ])('reads %s', (_, rest, value, expected) => {
    const { messages, faults } = mapUplink(map({ target: 'temperature', path: 't', ...rest }), uplink({ t: value }))
    expect(messages).toEqual([{ part: 'r', body: { kind: 'reading', temperature: expected, rssi: -90 } }])
    expect(faults).toEqual([])
  })

  it.each([
    ['a text', 'warm'],
    ['a list', [1]],
    ['too much', 201],
    ['true', true],
  ])('%s as temperature is a fault, and the rest goes on', (_, value) => {
    const rules = map({ target: 'temperature', path: 't' }, { target: 'humidity', path: 'h' })
    const { messages, faults } = mapUplink(rules, uplink({ t: value, h: 40 }))
    expect(messages).toEqual([{ part: 'r', body: { kind: 'reading', humidity: 40, rssi: -90 } }])
    expect(faults).toEqual([expect.objectContaining({ code: 'bad-value', target: 'temperature', path: 't' })])
  })

  it('finds nested values, in lists and behind escaped dots, but no inherited ones', () => {
    const rules = map(
      { target: 'temperature', path: 'list.1.data' },
      { target: 'humidity', path: 'air\\.humidity' },
      { target: 'retries', path: 'list.length' },
      { target: 'rxTimeouts', path: '__proto__.x' },
      { target: 'supplyVoltage', path: 'constructor.name' },
    )
    const object = { list: [{ data: 1 }, { data: 2 }], 'air.humidity': 50 }
    expect(mapUplink(rules, uplink(object, { rssi: null }))).toEqual({
      model: 'one',
      messages: [{ part: 'r', body: { kind: 'reading', temperature: 2, humidity: 50, retries: 2 } }],
      faults: [],
    })
  })

  it('uses the first model that matches: by presence, by value, by profile, by port', () => {
    const models = [
      { name: 'value', when: [{ path: 'kind', is: ['Door'] }] },
      { name: 'profile', when: [{ path: '$profile', is: ['ws301'] }] },
      { name: 'port', when: [{ path: '$port', is: ['85'] }] },
      { name: 'presence', when: [{ path: 'door' }] },
    ].map((model) => ({ ...model, rules: [{ target: 'humidity', path: 'h' }] }))
    const chosen = (object: object, rest: object = {}) =>
      mapUplink(fieldMap.parse({ models }), uplink(object, rest)).model
    expect(chosen({ kind: 'door' }, { port: 85 })).toBe('value')
    expect(chosen({ door: 0 }, { profile: 'Milesight WS301 EU868' })).toBe('profile')
    expect(chosen({ door: 0 }, { port: 85 })).toBe('port')
    expect(chosen({ door: 0 })).toBe('presence')
    expect(mapUplink(fieldMap.parse({ models }), uplink({})).faults).toEqual([{ code: 'no-model' }])
  })

  it('maps values to status, door and events; a door alone means okay; an unknown value is an error, except for events', () => {
    const rules = map(
      { target: 'status', path: 's', values: { true: 'occupied', false: 'free' } },
      { target: 'door', path: 'd', values: { 1: 'open', 0: 'closed' } },
      { target: 'event', path: 'b', values: { 1: 'button' } },
      { target: 'dirty', path: 'm', values: { yes: true } },
    )
    const bodies = (object: object) =>
      mapUplink(rules, uplink(object, { rssi: null })).messages.map(({ part, body }) => [part, body])
    expect(bodies({ s: true, d: 0, b: 1, m: 'yes' })).toEqual([
      ['r', { kind: 'reading', dirty: true }],
      ['s', { kind: 'status', status: 'occupied', door: 'closed' }],
      ['e0', { kind: 'event', event: 'button' }],
    ])
    expect(bodies({ d: 1, b: 0 })).toEqual([['s', { kind: 'status', status: 'okay', door: 'open' }]])
    expect(mapUplink(rules, uplink({ s: 'taken', b: 7 })).faults).toEqual([
      { code: 'bad-value', target: 'status', path: 's', value: 'taken' },
    ])
  })

  it('reports why it yields nothing', () => {
    const rules = map({ target: 'humidity', path: 'h' })
    const why = (object: unknown, among = rules) => mapUplink(among, uplink(object, { rssi: null })).faults
    expect(why({ h: 1 }, fieldMap.parse({}))).toEqual([{ code: 'no-field-map' }])
    expect(why(null)).toEqual([{ code: 'not-decoded' }])
    expect(why({ x: 1 })).toEqual([{ code: 'nothing-mapped' }])
  })

  it('of the catalogue is valid', () => {
    const parsed = fieldMap.parse({ models: readyMaps })
    expect(parsed.models).toEqual(readyMaps)
  })
})

describe('a DevEUI', () => {
  it.each([
    ['0004a30b001c0530', '0004A30B001C0530'],
    ['00-04-A3-0B-00-1C-05-30', '0004A30B001C0530'],
    ['00:04:a3:0b:00:1c:05:30', '0004A30B001C0530'],
    ['0004a30b001c053', null],
    ['A0-17', null],
    ['0004a30b001c0530ff', null],
    ['', null],
  ])('%s is read as %s', (text, expected) => expect(devEuiOf(text)).toBe(expected))
})

it('random JSON never makes the parsers or the mapping throw [GW-7]', () => {
  const all = fieldMap.parse({ models: readyMaps })
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (body, inner, event) => {
      const bodies = [
        body,
        { end_device_ids: inner, uplink_message: body },
        {
          end_device_ids: { dev_eui: '0004a30b001c0530' },
          received_at: '2026-01-01T00:00:00Z',
          uplink_message: { decoded_payload: inner },
        },
        { deduplicationId: 'x', time: '2026-01-01T00:00:00Z', deviceInfo: { devEui: inner }, object: body },
        { deduplicationId: 'x', time: '2026-01-01T00:00:00Z', deviceInfo: { devEui: '' }, object: inner, rxInfo: body },
      ]
      for (const one of bodies)
        for (const read of [readEither(one), readTtn(one), readChirpstack(event, one), readChirpstack('up', one)])
          if (read.kind === 'uplink') mapUplink(all, read.uplink)
    }),
    { numRuns: 300 },
  )
})
