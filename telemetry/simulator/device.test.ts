import { describe, expect, it } from 'vitest'
import type { Sample } from '../../db/seeds/recordings.ts'
import type { SimulatedDeviceConfig } from '../../db/seeds/simulator-config.ts'
import { createDevice, type Saying } from './device.ts'

const sample: Sample = { at: 0, temperature: 4.5, humidity: 81, supplyVoltage: 3.58, rssi: -97 }

/** A device in a world whose time moves only on request. */
function world(type: string, more: Partial<SimulatedDeviceConfig> = {}, occupied = false) {
  let now = 0
  const timers: { at: number; run: () => void }[] = []
  const said: Saying[] = []
  const answers: string[] = []
  const config: SimulatedDeviceConfig = {
    hardwareId: 'A',
    name: 'A',
    type,
    reportIntervalS: 600,
    open: false,
    autoClose: true,
    gateTimeS: 60,
    unusedGateTimeS: 180,
    use: null,
    replay: null,
    ...more,
  }
  const device = createDevice(config, occupied, {
    say: (saying) => said.push(saying),
    answer: (_order, result, reason) => answers.push(reason ? `${result}: ${reason}` : result),
    after: (ms, run) => timers.push({ at: now + ms, run }),
  })
  return {
    device,
    said,
    answers,
    statuses: () =>
      said.flatMap((saying) =>
        saying.kind === 'status' ? [saying.door ? `${saying.status}/${saying.door}` : saying.status] : [],
      ),
    readings: () => said.filter((saying) => saying.kind === 'reading'),
    pass(seconds: number) {
      const until = now + seconds * 1_000
      for (;;) {
        const next = timers.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.splice(timers.indexOf(next), 1)
        now = next.at
        next.run()
      }
      now = until
    },
  }
}

describe('simulated devices', () => {
  it('moves a bollard in four seconds: accepted, freeing, free, done [CTRL-1]', () => {
    const { device, answers, statuses, pass } = world('PARKING_LOT')
    device.obey('1', 'open')
    pass(3.9)
    expect([answers, statuses()]).toEqual([['accepted'], ['freeing']])
    pass(0.2)
    expect([answers, statuses()]).toEqual([
      ['accepted', 'done'],
      ['freeing', 'free'],
    ])
  })

  it('opens a box and closes it by itself 15 s after its unused gate time, unless somebody did [CTRL-7]', () => {
    const { device, statuses, pass } = world('BIKE_BOX', {}, true)
    device.obey('1', 'open')
    pass(2)
    expect(statuses()).toEqual(['occupied/open'])
    pass(180 + 14)
    expect(device.door()).toBe('open')
    pass(4)
    expect(statuses()).toEqual(['occupied/open', 'occupied/closed'])
  })

  it('closes a lot 195 s after opening if nobody came, and 75 s after somebody left [CTRL-7]', () => {
    const unused = world('PARKING_LOT')
    unused.device.obey('1', 'open')
    unused.pass(4 + 194)
    expect(unused.device.status()).toBe('free')
    unused.pass(6)
    expect(unused.device.status()).toBe('blocked')

    const used = world('PARKING_LOT')
    used.device.obey('1', 'open')
    used.pass(10)
    used.device.occupy(true)
    used.pass(600)
    expect(used.device.status()).toBe('occupied')
    used.device.occupy(false)
    used.pass(74)
    expect(used.device.status()).toBe('free')
    used.pass(6)
    expect(used.device.status()).toBe('blocked')
  })

  it('never moves under a car, whatever is commanded', () => {
    const { device, answers, pass } = world('PARKING_LOT', { open: true }, true)
    device.obey('1', 'close')
    device.obey('2', 'open')
    pass(10)
    expect(answers).toEqual(['refused: occupied', 'refused: occupied'])
    expect(device.status()).toBe('occupied')
  })

  it('lets nobody onto a lot whose bollard is up or moving', () => {
    const { device, pass } = world('PARKING_LOT', {}, true)
    expect(device.status()).toBe('blocked')
    device.obey('1', 'open')
    device.occupy(true)
    pass(4)
    expect(device.status()).toBe('free')
  })

  it('refuses orders for the state it is in, orders while it moves, and unsupported ones', () => {
    const door = world('DOOR')
    door.device.obey('1', 'close')
    door.device.obey('2', 'open')
    door.device.obey('3', 'open')
    expect(door.answers).toEqual(['refused: already-closed', 'accepted', 'refused: busy'])
    const sensor = world('SENSOR')
    sensor.device.obey('1', 'open')
    expect(sensor.answers).toEqual(['refused: not-supported'])
  })

  it.each([
    ['refresh', ['updating_status', 'free'], 1],
    ['recalibrate', ['recalibrate', 'free'], 4],
    ['reboot', ['reboot', 'free'], 6],
  ] as const)('reports during and after %s', (action, expected, seconds) => {
    const { device, answers, statuses, pass } = world('PARKING_SENSOR')
    device.obey('1', action)
    pass(seconds)
    expect(statuses()).toEqual(expected)
    expect(answers).toEqual(['accepted', 'done'])
  })

  it('jam: accepts, fails with jammed and stays', () => {
    const { device, answers, statuses, pass } = world('BIKE_BOX')
    device.setFault('jam')
    device.obey('1', 'open')
    pass(3)
    expect(answers).toEqual(['accepted', 'failed: jammed'])
    expect(statuses().at(-1)).toBe('free/closed')
    device.setFault('ok')
    device.obey('2', 'open')
    pass(3)
    expect(device.door()).toBe('open')
  })

  it('silent: sends and answers nothing, and reports again afterwards', () => {
    const { device, said, answers, pass } = world('BIKE_BOX')
    device.setFault('silent')
    device.report()
    device.measure(sample)
    device.press()
    device.obey('1', 'open')
    device.obey('2', 'refresh')
    pass(10)
    expect([said, answers]).toEqual([[], []])
    device.setFault('ok')
    expect(said).toHaveLength(1)
  })

  it('drift: half a degree more with every report, until it is recalibrated', () => {
    const { device, readings, pass } = world('SENSOR')
    device.setFault('drift')
    for (let i = 0; i < 3; i++) device.measure(sample)
    device.obey('1', 'recalibrate')
    pass(4)
    device.measure(sample)
    expect(readings().map((reading) => reading.kind === 'reading' && reading.temperature)).toEqual([5, 5.5, 6, 4.5])
  })

  it('battery: low at once and falling, full after a change', () => {
    const { device, readings } = world('BIKE_BOX')
    device.setFault('battery', sample)
    device.measure(sample)
    device.setFault('ok', { ...sample, supplyVoltage: null })
    const volts = readings().map((reading) => (reading.kind === 'reading' ? reading.supplyVoltage : undefined) ?? 0)
    expect(volts[0]).toBeLessThan(3.3)
    expect(volts[1]).toBeLessThan(volts[0] ?? 0)
    expect(volts[2]).toBeGreaterThan(3.4)
  })

  it('dirty: reports it until cleaned', () => {
    const { device, readings } = world('PARKING_LOT')
    device.setFault('dirty', sample)
    device.setFault('ok', sample)
    expect(readings().map((reading) => reading.kind === 'reading' && reading.dirty)).toEqual([true, false])
  })

  it('door-stuck: stays open', () => {
    const { device, answers, statuses, pass } = world('LOCKER')
    device.setFault('door-stuck')
    device.obey('1', 'close')
    pass(300)
    expect(statuses()).toEqual(['free/open', 'free/open'])
    expect(answers).toEqual(['accepted', 'failed: door-stuck'])
    device.setFault('ok')
    pass(77)
    expect(statuses().at(-1)).toBe('free/closed')
  })

  it('error: reports it, no longer moves, and recovers by a reboot', () => {
    const { device, answers, statuses, pass } = world('BARRIER')
    device.setFault('error')
    device.obey('1', 'open')
    pass(1)
    expect(answers).toEqual(['accepted', 'failed: device-error'])
    device.obey('2', 'reboot')
    pass(6)
    expect(statuses()).toEqual(['error/closed', 'reboot/closed', 'okay/closed'])
  })

  it('lie: answers done and moves nothing', () => {
    const { device, answers, said, pass } = world('DOOR')
    device.obey('1', 'open', true)
    pass(10)
    expect([answers, said, device.door()]).toEqual([['accepted', 'done'], [], 'closed'])
  })

  it('opens a box for anybody who comes or goes, and reports the occupancy afterwards', () => {
    const { device, said, statuses, pass } = world('BIKE_BOX')
    device.occupy(true)
    pass(120)
    expect(said[0]).toEqual({ kind: 'event', event: 'button' })
    expect(statuses()).toEqual(['free/open', 'occupied/open', 'occupied/closed'])
  })

  it('is opened by its gateway if it can move, otherwise returns why not', () => {
    const { device, statuses, pass } = world('BIKE_BOX', { autoClose: false })
    let told = 0
    const letIn = () => device.letIn(() => void told++)
    expect(letIn()).toBeNull()
    expect(letIn()).toBe('it is busy')
    pass(2)
    expect([told, statuses()]).toEqual([1, ['free/open']])
    expect(letIn()).toBe('it is open already')
    device.setFault('error')
    expect(letIn()).toBe('it does not react')
    const under = world('PARKING_LOT', { open: true }, true).device
    under.obey('1', 'close')
    expect(under.letIn(() => void told++)).toBe('it is open already')
    expect(world('SENSOR').device.letIn(() => void told++)).toBe('it has nothing that moves')
    expect(told).toBe(1)
  })

  it('lets people pass only when open: in, out, and closes its gate time later', () => {
    const { device, said, pass } = world('PARKING_LOT')
    expect(device.pass('entry')).toBe('it is closed')
    device.obey('1', 'open')
    pass(4)
    expect(device.pass('exit')).toBe('nothing is in it')
    expect(device.pass('entry')).toBeNull()
    expect([device.status(), device.pass('entry')]).toEqual(['occupied', 'it is occupied'])
    pass(1_000)
    expect(device.status()).toBe('occupied')
    expect(device.pass('exit')).toBeNull()
    pass(60 + 15 + 4)
    expect(device.status()).toBe('blocked')
    expect(said.flatMap((each) => (each.kind === 'event' ? [each.event] : []))).toEqual(['entry', 'exit'])
    const { device: door, said: heard } = world('DOOR', { open: true })
    expect(door.pass('entry')).toBeNull()
    expect(door.pass('entry')).toBeNull()
    expect(heard.filter(({ kind }) => kind === 'event')).toHaveLength(2)
  })
})
