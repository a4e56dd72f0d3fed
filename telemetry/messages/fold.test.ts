import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GatewayMessage } from '../../contract/gateway.ts'
import { deviceStatuses, doorStates } from '../../machines/device.ts'
import { type DeviceState, type FoldedMessage, fold } from './fold.ts'
import { unreported } from './testing/unreported.ts'

const base = { id: '', at: '', device: '' }
const status = (at: number, value: (typeof deviceStatuses)[number], door?: 'open' | 'closed'): FoldedMessage => ({
  at,
  body: { ...base, kind: 'status', status: value, ...(door ? { door } : {}) },
})
const reading = (at: number, fields: Partial<Extract<GatewayMessage, { kind: 'reading' }>>): FoldedMessage => ({
  at,
  body: { ...base, kind: 'reading', ...fields },
})
const run = (state: DeviceState, ...batches: FoldedMessage[][]) =>
  batches.reduce((prev, batch) => fold(prev, batch, 1_000).next, state)

describe('fold', () => {
  it('accepts the first report of a new device [GW-4]', () => {
    const { next, loud } = fold(unreported, [status(10, 'free', 'closed')], 12)
    expect(next).toMatchObject({
      status: 'free',
      statusAt: 10,
      door: 'closed',
      doorAt: 10,
      lastStateChange: 10,
      lastStatus: null,
      lastMessageAt: 12,
    })
    expect(loud).toBe(true)
  })

  it('does not let a late status overwrite a newer one', () => {
    const now = run(unreported, [status(10, 'free'), status(30, 'occupied')])
    const { next, late, loud } = fold(now, [status(20, 'blocked')], 40)
    expect(next).toMatchObject({ status: 'occupied', statusAt: 30, lastMessageAt: 1_000 })
    expect([late, loud]).toEqual([true, true])
  })

  it('requests the history for a lower-ranking door state of the same moment: something did change then [GW-1]', () => {
    const now = run(unreported, [status(10, 'blocked', 'open')], [status(20, 'blocked', 'open')])
    const { next, late } = fold(now, [status(20, 'blocked', 'closed')], 40)
    expect(next.door).toBe('open')
    expect(late).toBe(true)
  })

  it('keeps the newest of each measured value, whichever reading contained it', () => {
    const state = run(
      unreported,
      [reading(20, { temperature: 5, rssi: -80.4 })],
      [reading(10, { temperature: 1, humidity: 70, supplyVoltage: 3.5 })],
    )
    expect(state).toMatchObject({
      temperature: { value: 5, at: 20 },
      humidity: { value: 70, at: 10 },
      voltage: { value: 3.5, at: 10 },
      rssi: { value: -80, at: 20 },
      readingsAt: 20,
    })
  })

  it('is quiet about new values and silent about nothing new', () => {
    const state = run(unreported, [status(10, 'free'), reading(10, { temperature: 5 })])
    expect(fold(state, [reading(20, { temperature: 6 })], 21)).toMatchObject({ loud: false, visible: true })
    expect(fold(state, [reading(5, { temperature: 6 })], 21)).toMatchObject({ loud: false, visible: false })
    expect(fold(state, [status(20, 'free')], 21)).toMatchObject({ loud: false, visible: true })
    expect(fold(state, [reading(20, { dirty: true })], 21)).toMatchObject({ loud: true })
  })

  it('is urgent about a change that was undone within a batch: its start is different [LIVE-6]', () => {
    const closed = run(unreported, [status(10, 'free', 'closed')])
    expect(fold(closed, [status(20, 'free', 'open'), status(30, 'free', 'closed')], 31)).toMatchObject({
      next: { door: 'closed', lastStateChange: 30 },
      loud: true,
    })
    expect(fold(closed, [status(20, 'updating_status'), status(21, 'free')], 31)).toMatchObject({ loud: true })
  })

  it('counts new messages as signs of life, not old ones and not those of its gateway', () => {
    const silent = { ...run(unreported, [status(100, 'free')]), reachable: false, lastMessageAt: 100 }
    expect(fold(silent, [status(90, 'free')], 500).next).toMatchObject({ reachable: false, lastMessageAt: 100 })
    const answer: FoldedMessage = { at: 400, body: { ...base, kind: 'answer', order: '', result: 'failed' } }
    expect(fold(silent, [answer], 500).next).toMatchObject({ reachable: false, lastMessageAt: 100 })
    expect(fold(silent, [reading(101, {})], 500)).toMatchObject({
      next: { reachable: true, lastMessageAt: 500 },
      loud: true,
    })
  })
})

const message: fc.Arbitrary<FoldedMessage> = fc.oneof(
  fc
    .record({
      at: fc.integer({ min: 1, max: 12 }),
      status: fc.constantFrom(...deviceStatuses),
      door: fc.option(fc.constantFrom(...doorStates), { nil: undefined }),
    })
    .map(({ at, status: value, door }) => status(at, value, door)),
  fc
    .record(
      {
        temperature: fc.constantFrom(1, 2.2, 3),
        humidity: fc.constantFrom(40, 50.1),
        supplyVoltage: fc.constantFrom(3.1, 3.58),
        rssi: fc.constantFrom(-90, -80.5),
        dirty: fc.boolean(),
      },
      { requiredKeys: [] },
    )
    .chain((fields) => fc.integer({ min: 1, max: 12 }).map((at) => reading(at, fields))),
)
/** Everything known without the stored history. */
const known = ({ lastStateChange: _change, lastStatus: _before, ...rest }: DeviceState) => rest

describe('any order of the same messages', () => {
  it('leads to the same state, in whatever batches and however often they arrive [GW-1]', () => {
    const shuffled = fc.array(message, { minLength: 1, maxLength: 12 }).chain((messages) =>
      fc.tuple(
        fc.constant(messages),
        fc.shuffledSubarray([...messages, ...messages], {
          minLength: messages.length * 2,
          maxLength: messages.length * 2,
        }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 24, maxLength: 24 }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([messages, again, sizes]) => {
        const batches: FoldedMessage[][] = []
        for (let rest = again, index = 0; rest.length > 0; index += 1) {
          const size = sizes[index] ?? 1
          batches.push(rest.slice(0, size))
          rest = rest.slice(size)
        }
        expect(known(run(unreported, ...batches))).toEqual(known(run(unreported, messages)))
      }),
      { numRuns: 2_000 },
    )
  })

  it('needs the history only after a late status', () => {
    const parts = fc.tuple(fc.array(message, { maxLength: 10 }), fc.array(message, { maxLength: 10 }))
    fc.assert(
      fc.property(parts, ([first, second]) => {
        const before = run(unreported, first)
        const folded = fold(before, second, 1_000)
        if (!folded.late) expect(folded.next).toEqual(run(unreported, [...first, ...second]))
      }),
      { numRuns: 2_000 },
    )
  })
})
