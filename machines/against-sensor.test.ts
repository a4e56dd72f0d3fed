import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AgainstSensor,
  type BookedHere,
  evaluateAgainstSensor,
  type SensorKind,
  sensorKinds,
} from './against-sensor.ts'
import { deviceStatuses } from './device.ts'

const now = new Date('2026-11-21T14:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const quiet: AgainstSensor = {
  monitored: true,
  status: 'free',
  since: at(-600),
  reachable: true,
  dirty: false,
  heard: true,
  offered: true,
  maintenance: false,
  overstayed: false,
  running: null,
  next: null,
  lastEnd: null,
  flips: { ten: 0, thirty: 0 },
  fortnight: { stays: 9, everOccupied: true, everLeft: true },
}
const booked = (start: number, more: Partial<BookedHere> = {}): BookedHere => ({
  id: 7,
  start: at(start),
  entered: false,
  goesOn: false,
  notOpened: null,
  ...more,
})
const verdict = (place: Partial<AgainstSensor>, open: SensorKind[] = [], about: number | null = 7) => {
  const { open: opened, close } = evaluateAgainstSensor(
    { ...quiet, ...place },
    new Map(open.map((kind) => [kind, kind === 'booked-blocked' ? about : null])),
    now,
  )
  return [
    ...opened.map(({ kind, finding }) => `+${kind} ${finding.detail['why'] ?? ''}`.trim()),
    ...close.map((kind) => `-${kind}`),
  ].join(' ')
}
const occupied = (minutes: number) => ({ status: 'occupied', since: at(-minutes) })
const all = [...sensorKinds]

describe('a reservation contradicts the sensor [LIVE-1]', () => {
  it.each<[string, Partial<AgainstSensor>, SensorKind[], string]>([
    ['nothing', {}, [], ''],
    ['nothing any more', {}, all, '-occupied-unbooked -booked-blocked -sensor-doubtful'],
    ['O-20 for three minutes', occupied(3), [], ''],
    ['O-20 for longer', occupied(3.1), [], '+occupied-unbooked'],
    ['O-20 it is open', occupied(9), ['occupied-unbooked'], ''],
    ['O-20 a reservation runs', { ...occupied(9), running: booked(-10) }, ['occupied-unbooked'], '-occupied-unbooked'],
    ['O-20 one begins within a quarter of an hour', { ...occupied(9), next: booked(14) }, [], ''],
    ['O-20 one ended two minutes ago', { ...occupied(9), lastEnd: at(-2) }, [], ''],
    ['O-20 one ended four minutes ago', { ...occupied(9), lastEnd: at(-4) }, [], '+occupied-unbooked'],
    ['O-20 whoever has not left is told as that', { ...occupied(9), overstayed: true }, [], ''],
    ['O-20 under maintenance', { ...occupied(9), maintenance: true }, [], ''],
    ['O-20 silent: nobody knows', { ...occupied(9), reachable: false }, [], ''],
    ['O-20 silent: it stays', { ...occupied(9), reachable: false }, ['occupied-unbooked'], ''],
    ['O-20 dirty', { ...occupied(9), dirty: true }, [], ''],
    ['O-20 not heard since the portal runs', { ...occupied(9), heard: false }, [], ''],
    ['O-20 reboot says nothing', { status: 'reboot' }, ['occupied-unbooked'], ''],
    [
      'O-21 begins in ten minutes, a stranger stands there',
      { ...occupied(60), next: booked(10) },
      [],
      '+booked-blocked occupied',
    ],
    ['O-21 begins in eleven', { ...occupied(60), next: booked(11) }, [], ''],
    ['O-21 whoever came within the quarter of an hour may be he', { ...occupied(4), next: booked(10) }, [], ''],
    [
      'O-21 runs, and the stranger stands there still',
      { ...occupied(60), running: booked(-5) },
      [],
      '+booked-blocked occupied',
    ],
    ['O-21 he was let in', { ...occupied(60), running: booked(-5, { entered: true }) }, [], ''],
    ['O-21 the hour before was his too', { ...occupied(60), running: booked(-5, { goesOn: true }) }, [], ''],
    [
      'O-21 the one before has not left',
      { ...occupied(4), overstayed: true, running: booked(-5) },
      [],
      '+booked-blocked occupied',
    ],
    ['O-21 it would not open', { running: booked(-5, { notOpened: 'jammed' }) }, [], '+booked-blocked jammed'],
    ['O-21 it has opened since', { running: booked(-5, { entered: true }) }, ['booked-blocked'], '-booked-blocked'],
    ['O-21 the stranger has left', { running: booked(-5) }, ['booked-blocked'], '-booked-blocked'],
    ['O-21 silent since: it stays', { running: booked(-5), reachable: false }, ['booked-blocked'], ''],
    [
      'O-21 the next one has the same trouble: another incident',
      { ...occupied(60), running: booked(-1, { id: 8 }) },
      ['booked-blocked'],
      '-booked-blocked',
    ],
    [
      'O-21 under maintenance',
      { ...occupied(60), maintenance: true, running: booked(-5) },
      ['booked-blocked'],
      '-booked-blocked',
    ],
    ['O-22 eleven changes', { flips: { ten: 11, thirty: 11 } }, [], ''],
    ['O-22 twelve', { flips: { ten: 12, thirty: 12 } }, [], '+sensor-doubtful flickers'],
    ['O-22 calmer, not calm', { flips: { ten: 1, thirty: 4 } }, ['sensor-doubtful'], ''],
    ['O-22 calm', { flips: { ten: 0, thirty: 3 } }, ['sensor-doubtful'], '-sensor-doubtful'],
    [
      'O-22 dirty says it already',
      { dirty: true, flips: { ten: 20, thirty: 20 } },
      ['sensor-doubtful'],
      '-sensor-doubtful',
    ],
    [
      'O-23 three stays, and never occupied',
      { fortnight: { stays: 3, everOccupied: false, everLeft: true } },
      [],
      '+sensor-doubtful never-occupied',
    ],
    ['O-23 two may be chance', { fortnight: { stays: 2, everOccupied: false, everLeft: true } }, [], ''],
    [
      'O-23 never free',
      { fortnight: { stays: 3, everOccupied: true, everLeft: false } },
      [],
      '+sensor-doubtful never-free',
    ],
    ['O-23 not looked at', { fortnight: null }, ['sensor-doubtful'], ''],
    [
      'M-7 not monitored',
      { ...occupied(60), monitored: false, flips: { ten: 20, thirty: 20 } },
      all,
      '-occupied-unbooked -booked-blocked -sensor-doubtful',
    ],
  ])('%s', (_what, place, open, expected) => expect(verdict(place, open)).toBe(expected))

  it('opens nothing that is open, closes nothing that is not, and finds nothing more the second time', () => {
    const minutes = fc.integer({ min: -90, max: 20 })
    const one = fc.option(
      fc.record({
        start: minutes,
        entered: fc.boolean(),
        goesOn: fc.boolean(),
        notOpened: fc.constantFrom(null, 'jammed'),
      }),
    )
    const place = fc.record({
      status: fc.constantFrom(...deviceStatuses),
      since: fc.option(minutes),
      reachable: fc.boolean(),
      dirty: fc.boolean(),
      heard: fc.boolean(),
      maintenance: fc.boolean(),
      overstayed: fc.boolean(),
      monitored: fc.boolean(),
      running: one,
      next: one,
      ten: fc.nat(20),
      fortnight: fc.option(fc.record({ stays: fc.nat(5), everOccupied: fc.boolean(), everLeft: fc.boolean() })),
    })
    fc.assert(
      fc.property(place, fc.subarray(all), (known, open) => {
        const { since, running, next, ten, ...rest } = known
        const full: AgainstSensor = {
          ...quiet,
          ...rest,
          since: since === null ? null : at(since),
          running: running && { ...running, id: 7, start: at(-Math.abs(running.start)) },
          next: next && { ...next, id: 7, start: at(Math.abs(next.start % 15) + 1) },
          flips: { ten, thirty: ten },
        }
        const before = new Map<SensorKind, number | null>(open.map((kind) => [kind, 7]))
        const { open: opened, close } = evaluateAgainstSensor(full, before, now)
        expect(opened.some(({ kind }) => before.has(kind))).toBe(false)
        expect(close.every((kind) => before.has(kind))).toBe(true)
        const after = new Map([...before].filter(([kind]) => !close.includes(kind)))
        for (const { kind, finding } of opened) after.set(kind, finding.reservationId ?? null)
        expect(evaluateAgainstSensor(full, after, now)).toEqual({ open: [], close: [] })
      }),
    )
  })
})
