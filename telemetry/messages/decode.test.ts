import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerMessage,
  eventMessage,
  maxAgeMs,
  maxFutureMs,
  readingMessage,
  statusMessage,
} from '../../contract/gateway.ts'
import { decode, instant } from './decode.ts'
import { messageSchemas, shapeFault } from './decode-schema.ts'

const now = Date.parse('2026-11-21T09:00:00.000Z')
const devices = new Map([['A0-17', { id: 17 }]])
const good = { id: '9f2c-1', at: '2026-11-21T08:59:50.120Z', device: 'A0-17', kind: 'reading', temperature: 4.5 }
const codeOf = (message: unknown) => {
  const decoded = decode({ messages: [message] }, devices, now)
  if (!decoded.ok) throw new Error(decoded.detail)
  return decoded.refused[0]?.code ?? 'stored'
}
const at = (ms: number) => new Date(now + ms).toISOString()

describe('refusals of single messages [GW-1]', () => {
  it.each<[string, object, string]>([
    ['a reading', {}, 'stored'],
    ['members that the protocol does not know', { firmware: '2.1', nested: { a: 1 } }, 'stored'],
    ['an offset instead of Z', { at: '2026-11-21T10:00:00+01:00' }, 'stored'],
    ['no id', { id: undefined }, 'bad-id'],
    ['a number as id', { id: 17 }, 'bad-id'],
    ['an empty id', { id: '' }, 'bad-id'],
    ['64 characters', { id: 'x'.repeat(64) }, 'stored'],
    ['64 characters outside the basic plane', { id: '😀'.repeat(64) }, 'stored'],
    ['65 characters', { id: 'x'.repeat(65) }, 'bad-id'],
    ['a control character in the id', { id: 'a\u0007' }, 'bad-id'],
    ['NUL in the id', { id: 'a\0' }, 'bad-id'],
    ['half a surrogate pair as id', { id: '\udc00' }, 'bad-id'],
    ['an unknown kind', { kind: 'telegram' }, 'bad-value'],
    ['no kind', { kind: undefined }, 'bad-value'],
    ['a kind from the prototype', { kind: 'constructor' }, 'bad-value'],
    ['a temperature as text', { temperature: '4.5' }, 'bad-value'],
    ['a temperature of null', { temperature: null }, 'bad-value'],
    ['200 degrees', { temperature: 200 }, 'stored'],
    ['200.1 degrees', { temperature: 200.1 }, 'bad-value'],
    ['infinite degrees', { temperature: Number('1e999') }, 'bad-value'],
    ['humidity above 100', { humidity: 100.5 }, 'bad-value'],
    ['a negative voltage', { supplyVoltage: -0.1 }, 'bad-value'],
    ['half a retry', { retries: 0.5 }, 'bad-value'],
    ['more retries than fit', { retries: 2_147_483_648 }, 'bad-value'],
    ['dirty as number', { dirty: 1 }, 'bad-value'],
    ['no time', { at: undefined }, 'bad-value'],
    ['a time as number', { at: now }, 'bad-value'],
    ['a time without zone', { at: '2026-11-21T09:00:00' }, 'bad-value'],
    ['a day only', { at: '2026-11-21' }, 'bad-value'],
    ['30 February', { at: '2026-02-30T09:00:00Z' }, 'bad-value'],
    ['just in the future enough', { at: at(maxFutureMs) }, 'stored'],
    ['too far in the future', { at: at(maxFutureMs + 1) }, 'in-the-future'],
    ['just young enough', { at: at(-maxAgeMs) }, 'stored'],
    ['too old', { at: at(-maxAgeMs - 1) }, 'too-old'],
    ['another device', { device: 'A0-18' }, 'unknown-device'],
    ['a device name from the prototype', { device: '__proto__' }, 'unknown-device'],
  ])('%s', (_what, change, code) => expect(codeOf({ ...good, ...change })).toBe(code))

  it.each<[string, object, string]>([
    ['a status', { kind: 'status', status: 'free', door: 'closed' }, 'stored'],
    ['an unknown status', { kind: 'status', status: 'happy' }, 'bad-value'],
    ['an unknown door', { kind: 'status', status: 'free', door: 'ajar' }, 'bad-value'],
    ['an answer', { kind: 'answer', order: '6f0c2c4e-0000-4000-8000-000000000000', result: 'done' }, 'stored'],
    ['an answer to no order id', { kind: 'answer', order: '17', result: 'done' }, 'bad-value'],
    ['an event', { kind: 'event', event: 'button' }, 'stored'],
    ['an event with a value too long', { kind: 'event', event: 'button', value: 'x'.repeat(256) }, 'bad-value'],
    ['an event with NUL', { kind: 'event', event: 'button', value: 'a\0' }, 'bad-value'],
    ['an event with half a pair', { kind: 'event', event: 'button', value: '\ud83d' }, 'bad-value'],
  ])('%s', (_what, change, code) => expect(codeOf({ ...good, temperature: undefined, ...change })).toBe(code))

  it('checks each message separately, in order', () => {
    const decoded = decode(
      { messages: [good, 7, { ...good, id: 'b', humidity: -1 }, { ...good, id: 'c' }] },
      devices,
      now,
    )
    expect(decoded).toMatchObject({
      ok: true,
      messages: [{ id: '9f2c-1', at: Date.parse(good.at), device: { id: 17 } }, { id: 'c' }],
      refused: [
        { id: '', code: 'bad-id' },
        { id: 'b', code: 'bad-value', detail: 'humidity must be >= 0' },
      ],
    })
  })

  it('never throws and accounts for every message, whatever the input', () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.record({
        id: fc.string({ unit: 'binary' }),
        kind: fc.constantFrom('status', 'reading', 'answer', 'event', 'x'),
        at: fc.oneof(fc.string(), fc.constant(good.at)),
        device: fc.string(),
        value: fc.string({ unit: 'binary' }),
        event: fc.constant('button'),
      }),
    )
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 20 }), (messages) => {
        const decoded = decode({ messages }, devices, now)
        expect(decoded.ok && decoded.messages.length + decoded.refused.length).toBe(messages.length)
      }),
    )
  })
})

describe('instant', () => {
  it.each([
    '2026-11-21T24:00:00Z',
    '2026-11-21T23:60:00Z',
    '2026-11-21T23:59:60Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-01-00T00:00:00.000Z',
    '2026-02-29T00:00:00.000Z',
    '2026-04-31T00:00:00.000Z',
    '2026-11-21T09:00:00.000z',
    '2026-11-21 09:00:00.000Z',
    '2026-11-21T09:00:00.Z',
    '+002026-11-21T09:00:00Z',
    '',
  ])('refuses %s', (text) => expect(instant(text)).toBeNull())
  it('parses what Date writes, to the millisecond', () => {
    const some = fc.date({
      min: new Date('1970-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(some, (date) => {
        expect(instant(date.toISOString())).toBe(date.getTime())
      }),
    )
  })
  it.each([
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['2026-11-21T09:00:00.5+05:45', '2026-11-21T03:15:00.500Z'],
    ['2026-11-21T09:00:00.123456789-11:00', '2026-11-21T20:00:00.123Z'],
  ])('reads %s', (text, same) => expect(instant(text)).toBe(Date.parse(same)))
})

describe('validators', () => {
  const limits = Object.values(messageSchemas).map((schema) => JSON.stringify(schema))
  it('keep the bounds of the contract', () => {
    expect(limits[1]).toContain('"temperature":{"type":"number","minimum":-100,"maximum":200}')
    expect(limits[1]).toContain('"retries":{"type":"integer","minimum":0,"maximum":2147483647}')
    expect(limits[2]).toContain('"maxLength":64')
    expect(limits.join()).not.toContain('additionalProperties')
  })

  it('agree with the schemas they are generated from', () => {
    const schemas = { status: statusMessage, reading: readingMessage, answer: answerMessage, event: eventMessage }
    const odd = fc.oneof(
      fc.constantFrom('free', 'open', 'closed', 'done', 'button', 'x', 'x'.repeat(64), 'x'.repeat(256)),
      fc.double(),
      fc.integer({ min: -300, max: 2_147_483_700 }),
      fc.boolean(),
      fc.constant(null),
    )
    const message = fc.record(
      {
        id: fc.string(),
        at: fc.string(),
        device: fc.string(),
        status: odd,
        door: odd,
        temperature: odd,
        humidity: odd,
        supplyVoltage: odd,
        rssi: odd,
        rxTimeouts: odd,
        retries: odd,
        dirty: odd,
        order: odd,
        result: odd,
        reason: odd,
        event: odd,
        value: odd,
      },
      { requiredKeys: ['id', 'at', 'device'] },
    )
    fc.assert(
      fc.property(message, fc.constantFrom('status', 'reading', 'answer', 'event'), (fields, kind) => {
        const said = { ...fields, kind }
        expect(shapeFault(said) === null).toBe(schemas[kind].safeParse(said).success)
      }),
      { numRuns: 2_000 },
    )
  })
})
