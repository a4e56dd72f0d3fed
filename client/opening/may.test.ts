import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AccessView, DoorView } from '../../contract/control/own.ts'
import {
  type Circumstances,
  doorOff,
  doorsOf,
  isClosed,
  left,
  type Off,
  offers,
  onTheWay,
  phaseOf,
  wayOf,
} from './may.ts'
import { access, device, deviceCommand, door, noon, run } from './testing/views.ts'

const around: Circumstances = { now: noon, carries: true, pending: false }
const minutes = 60_000
const one = (change: Partial<DoorView> = {}, of: Partial<AccessView> = {}, more: Partial<Circumstances> = {}) => {
  const view = access({ devices: [device(1, { main: true })], ...of })
  const [found] = doorsOf(view, [door(1, change)])
  if (!found) throw new Error('no door')
  return (action: 'open' | 'close') => doorOff(view, found, action, { ...around, ...more })
}
const at = (ms: number) => new Date(noon + ms).toISOString()

describe('what a holder may do with a device', () => {
  it.each<[string, Partial<DoorView>, Partial<AccessView>, Partial<Circumstances>, Off | null]>([
    ['nothing against it', {}, {}, {}, null],
    ['cancelled', {}, { state: 'STORNO' }, {}, 'reservation-not-reserved'],
    ['over', {}, { end: at(0) }, {}, 'reservation-over'],
    ['a millisecond before the window', {}, { start: at(15 * minutes + 1) }, {}, 'reservation-not-begun'],
    ['at the beginning of the window', {}, { start: at(15 * minutes) }, {}, null],
    ['no window before the start', {}, { start: at(1), prebookMinMinutes: 0 }, {}, 'reservation-not-begun'],
    ['blocked', {}, { blocked: true }, {}, 'user-blocked'],
    [
      'no entries left',
      {},
      { openings: { entriesUsed: 5, entryLimit: 5, exitsUsed: 0, exitLimit: 5 } },
      {},
      'operations-exceeded',
    ],
    ['unlimited entries', {}, { openings: { entriesUsed: 90, entryLimit: -1, exitsUsed: 0, exitLimit: 5 } }, {}, null],
    ['maintenance', { maintenance: true }, {}, {}, 'under-maintenance'],
    ['no link', { linked: false }, {}, {}, 'gateway-unreachable'],
    ['never reported', { status: 'undefined' }, {}, {}, 'device-undefined'],
    ['silent', { reachable: false }, {}, {}, 'device-unreachable'],
    ['occupied where that matters', { status: 'occupied', occupiedBlocksControl: true }, {}, {}, 'device-occupied'],
    ['occupied by who has it', { status: 'occupied' }, {}, {}, null],
    ['occupied before the start', { status: 'occupied' }, { start: at(minutes) }, {}, 'device-occupied'],
    ['open already', { doorState: 'open' }, {}, {}, 'already-in-state'],
    ['a command in flight', { deviceCommand: deviceCommand({ state: 'sent' }) }, {}, {}, 'command-in-flight'],
    [
      'moved a second ago',
      { deviceCommand: deviceCommand({ state: 'confirmed', sentAt: at(-1_000) }) },
      {},
      {},
      'too-fast',
    ],
    [
      'moved two seconds ago',
      { deviceCommand: deviceCommand({ state: 'confirmed', sentAt: at(-2_000) }) },
      {},
      {},
      null,
    ],
    ['no connection', {}, {}, { carries: false }, 'no-connection'],
    ['a request of this screen', {}, {}, { pending: true }, 'run-in-progress'],
    ['a run of whoever', {}, { run: run() }, {}, 'run-in-progress'],
    [
      'over and no connection: the connection would not help',
      {},
      { end: at(0) },
      { carries: false },
      'reservation-over',
    ],
  ])('%s [CTRL-2] [CTRL-4] [CTRL-6]', (_, change, of, more, expected) => {
    expect(one(change, of, more)('open')).toBe(expected)
  })

  it('closing uses exits, and an exit barrier too [CTRL-4]', () => {
    const openings = { entriesUsed: 5, entryLimit: 5, exitsUsed: 0, exitLimit: 1 }
    expect(one({ doorState: 'open' }, { openings })('close')).toBeNull()
    expect(one({}, { openings, devices: [device(1, { main: true, barrier: 'exit' })] })('open')).toBeNull()
    expect(left(access({ openings }), 'entry')).toBe(0)
    expect(left(access({ openings }), 'exit')).toBe(1)
  })

  it('offers what the device can do and the access methods stored with it name; without any, what it can do', () => {
    const [found] = doorsOf(access({ devices: [device(1, { access: ['open', 'pin'] })] }), [door(1)])
    const [bare] = doorsOf(access({ devices: [device(1, { access: [] })] }), [door(1, { controls: ['close'] })])
    if (!found || !bare) throw new Error('no door')
    expect([offers(found, 'open'), offers(found, 'close')]).toEqual([true, false])
    expect([offers(bare, 'open'), offers(bare, 'close')]).toEqual([false, true])
  })

  it('has a phase that depends on the clock alone', () => {
    const starts = access({ start: at(60 * minutes), end: at(120 * minutes) })
    expect(phaseOf(starts, noon)).toBe('early')
    expect(phaseOf(starts, noon + 45 * minutes)).toBe('open')
    expect(phaseOf(starts, noon + 120 * minutes)).toBe('over')
    expect(phaseOf(access({ state: 'STORNO' }), noon)).toBe('ended')
  })
})

describe('the whole way', () => {
  const three = access({
    devices: [device(1), device(2, { pathNumber: -1 }), device(3, { main: true }), device(4, { pathNumber: 2 })],
  })
  const views = [door(1), door(2), door(3), door(4)]
  const wayWith = (change: Record<number, Partial<DoorView>>, of = three) =>
    wayOf(
      of,
      doorsOf(
        of,
        views.map((view) => door(view.id, change[view.id])),
      ),
      around,
    )
  const ids = (way: ReturnType<typeof wayOf>) => way.moves.map((each) => each.device.deviceId)

  it('consists of the devices on the path; -1 belongs to every path [CTRL-3]', () => {
    expect(ids(wayWith({}))).toEqual([1, 2, 3])
    expect(wayWith({})).toMatchObject({ off: null, stops: null })
  })

  it('skips what is open already, and is disabled if everything is [CTRL-3]', () => {
    expect(ids(wayWith({ 1: { doorState: 'open' } }))).toEqual([2, 3])
    const open = { doorState: 'open' } as const
    expect(wayWith({ 1: open, 2: open, 3: open })).toMatchObject({ off: 'already-in-state', moves: [] })
  })

  it('is disabled if the first device cannot move, and says where it would stop if a later one cannot [CTRL-3] [CTRL-6]', () => {
    expect(wayWith({ 1: { reachable: false } }).off).toBe('device-unreachable')
    expect(wayWith({ 3: { maintenance: true } })).toMatchObject({
      off: null,
      stops: { door: { view: { id: 3 } }, refusal: 'under-maintenance' },
    })
  })

  it('counts as one opening, so one entry left is enough [CTRL-4]', () => {
    const spent = (entriesUsed: number) => ({
      ...three,
      openings: { entriesUsed, entryLimit: 5, exitsUsed: 0, exitLimit: 5 },
    })
    expect(wayWith({}, spent(4)).off).toBeNull()
    expect(wayWith({}, spent(5)).off).toBe('operations-exceeded')
  })

  it('never allows what a device alone would not [CTRL-2]', () => {
    const some = fc.record({
      status: fc.constantFrom('okay', 'undefined', 'occupied', 'error'),
      doorState: fc.constantFrom('open', 'closed', null),
      reachable: fc.boolean(),
      linked: fc.boolean(),
      maintenance: fc.boolean(),
    }) as fc.Arbitrary<Partial<DoorView>>
    fc.assert(
      fc.property(some, some, fc.boolean(), fc.integer({ min: -120, max: 120 }), (first, second, carries, shift) => {
        const view = access()
        const doors = doorsOf(view, [door(1, first), door(2, second)])
        const now = { now: noon + shift * minutes, carries, pending: false }
        const way = wayOf(view, doors, now)
        const moved = onTheWay(doors).find((each) => doorOff(view, each, 'open', now) !== 'already-in-state')
        if (way.off === null) expect(moved && doorOff(view, moved, 'open', now)).toBeNull()
        else expect(doors.every((each) => doorOff(view, each, 'open', now) === null)).toBe(false)
      }),
    )
  })
})

describe('maintenance of the whole reservation', () => {
  const closed = (...changes: Partial<DoorView>[]) =>
    isClosed(
      doorsOf(
        access({ devices: changes.map((_, at) => device(at + 1)) }),
        changes.map((change, at) => door(at + 1, change)),
      ),
    )

  it('applies if everything that moves is under maintenance, whatever only counts beside it [MAINT-3]', () => {
    expect(closed({ maintenance: true })).toBe(true)
    expect(closed({ maintenance: true }, { controls: [] })).toBe(true)
    expect(closed({ maintenance: true }, {})).toBe(false)
    expect(closed({ maintenance: true, controls: [] })).toBe(false)
    expect(closed()).toBe(false)
  })
})
