import type { AnswerMessage } from '../../contract/gateway.ts'
import type { Sample } from '../../db/seeds/recordings.ts'
import type { SimulatedDeviceConfig } from '../../db/seeds/simulator-config.ts'
import type { Action, DeviceStatus, DoorState } from '../../machines/device.ts'
import type { NewMessage } from './buffer.ts'
import type { DeviceFault } from './faults.ts'
import { kindOf } from './kinds.ts'

const rebootMs = 5_000
const recalibrateMs = 3_000
const refreshMs = 400
const lieMs = 500
const boxUseMs = 8_000
/** Seconds by which the device's own timer is later than the portal's. */
const ownTimerS = 15

/** A message without device and time, which the gateway adds. */
export type Saying = NewMessage extends infer M ? (M extends NewMessage ? Omit<M, 'device' | 'at'> : never) : never

type Result = AnswerMessage['result']

export interface DeviceWorld {
  say: (saying: Saying) => void
  answer: (order: string, result: Result, reason?: string) => void
  after: (ms: number, then: () => void) => void
}

export interface SimulatedDevice {
  readonly config: SimulatedDeviceConfig
  status(): DeviceStatus
  door(): DoorState | undefined
  fault(): DeviceFault
  occupied(): boolean
  report(): void
  measure(sample: Sample): void
  /** Carries out an order. `lie`: answer done, move nothing. */
  obey(order: string, action: Action, lie?: boolean): void
  /** Somebody comes or goes. */
  occupy(occupied: boolean): void
  /** Somebody opens it at the device itself. */
  press(): void
  /** Opens it by its gateway; calls `tell` before it moves. Returns why it does not move, or null. */
  letIn(tell: () => void): string | null
  /** Somebody goes in or out. Returns why not, or null. */
  pass(way: 'entry' | 'exit'): string | null
  setFault(fault: DeviceFault, now?: Sample | null): void
}

type Phase = 'freeing' | 'blocking' | 'recalibrate' | 'reboot' | 'updating_status'

/** Simulates a device: it moves in its own time, protects itself, and reports its state. */
export function createDevice(config: SimulatedDeviceConfig, occupied: boolean, world: DeviceWorld): SimulatedDevice {
  const kind = kindOf(config.type)
  const moveMs = config.moveMs ?? kind.moveMs
  let open = config.open
  let here = occupied && !(kind.occupiedStops && !config.open)
  let phase: Phase | null = null
  let moving = false
  let fault: DeviceFault = 'ok'
  let reports = 0
  let newBattery = false
  /** Number of the opening, so that only the latest auto close acts. */
  let opening = 0

  const status = (): DeviceStatus => {
    if (phase === 'reboot') return 'reboot'
    if (fault === 'error') return 'error'
    if (phase) return phase
    if (kind.form === 'plain') return 'okay'
    if (here) return 'occupied'
    return kind.form === 'lot' && kind.moveMs > 0 && !open ? 'blocked' : 'free'
  }
  const door = (): DoorState | undefined => (kind.door ? (open ? 'open' : 'closed') : undefined)
  function say(saying: Saying): void {
    if (fault !== 'silent') world.say(saying)
  }
  function report(): void {
    const state = door()
    say({ kind: 'status', status: status(), ...(state ? { door: state } : {}) })
  }
  function during(name: Phase, ms: number, then: () => void): void {
    phase = name
    report()
    world.after(ms, () => {
      if (phase === name) phase = null
      then()
    })
  }
  function voltage({ supplyVoltage }: Sample): number | undefined {
    if (!kind.battery) return undefined
    if (fault === 'battery') return Math.max(2.6, 3.24 - reports * 0.01)
    if (newBattery) return Math.max(3.5, supplyVoltage ?? 0)
    return supplyVoltage ?? undefined
  }
  function move(target: boolean, then: (moved: boolean) => void): void {
    moving = true
    const finish = () => {
      moving = false
      const moved = fault !== 'jam' && fault !== 'silent' && !(fault === 'door-stuck' && !target)
      if (moved) open = target
      report()
      if (moved && target) closeLater()
      then(moved)
    }
    if (kind.showsMoving) during(target ? 'freeing' : 'blocking', moveMs, finish)
    else world.after(moveMs, finish)
  }
  function closeLater(used = false): void {
    if (!config.autoClose) return
    const mine = ++opening
    const seconds = used ? config.gateTimeS : config.unusedGateTimeS
    world.after((seconds + ownTimerS) * 1_000, () => {
      if (mine === opening && open && !moving && !(here && kind.occupiedStops)) move(false, () => {})
    })
  }
  function speak(result: Result, order: string, reason?: string): void {
    if (fault !== 'silent') world.answer(order, result, reason)
  }

  function press(): void {
    if (moving || open || moveMs === 0 || fault === 'error' || (here && kind.occupiedStops)) return
    say({ kind: 'event', event: 'button' })
    move(true, () => {})
  }
  function letIn(tell: () => void): string | null {
    if (moveMs === 0 && kind.moveMs === 0) return 'it has nothing that moves'
    if (fault === 'error' || fault === 'silent') return 'it does not react'
    if (moving || phase === 'reboot') return 'it is busy'
    if (open) return 'it is open already'
    if (here && kind.occupiedStops) return 'something stands in its way'
    tell()
    move(true, () => {})
    return null
  }
  function pass(way: 'entry' | 'exit'): string | null {
    if (kind.moveMs > 0 && !open) return 'it is closed'
    if (moving) return 'it is moving'
    const inward = way === 'entry'
    if (kind.form !== 'plain' && here === inward) return inward ? 'it is occupied' : 'nothing is in it'
    say({ kind: 'event', event: way })
    if (kind.form !== 'plain') here = inward
    report()
    if (open && !(here && kind.occupiedStops)) closeLater(true)
    return null
  }
  function service(order: string, name: Phase, ms: number, then = (): void => {}): void {
    speak('accepted', order)
    during(name, ms, () => {
      then()
      report()
      speak('done', order)
    })
  }
  function obeyMove(order: string, target: boolean): void {
    if (moveMs === 0 && kind.moveMs === 0) return speak('refused', order, 'not-supported')
    if (moving || phase === 'reboot') return speak('refused', order, 'busy')
    if (here && kind.occupiedStops) return speak('refused', order, 'occupied')
    if (open === target) return speak('refused', order, target ? 'already-open' : 'already-closed')
    speak('accepted', order)
    if (fault === 'error') return world.after(refreshMs, () => speak('failed', order, 'device-error'))
    move(target, (moved) => {
      if (moved) speak('done', order)
      else speak('failed', order, fault === 'door-stuck' ? 'door-stuck' : 'jammed')
    })
  }

  return {
    config,
    status,
    door,
    fault: () => fault,
    occupied: () => here,
    report,
    measure(sample) {
      reports++
      const warmer = fault === 'drift' ? reports / 2 : 0
      const volts = voltage(sample)
      const { temperature, humidity, rssi } = sample
      say({
        kind: 'reading',
        ...(temperature === null ? {} : { temperature: Math.round((temperature + warmer) * 100) / 100 }),
        ...(humidity === null ? {} : { humidity }),
        ...(volts !== undefined ? { supplyVoltage: Math.round(volts * 1_000) / 1_000 } : {}),
        ...(rssi === null ? {} : { rssi, rxTimeouts: rssi < -128 ? 1 : 0, retries: rssi < -120 ? 1 : 0 }),
        ...(kind.sensor ? { dirty: fault === 'dirty' } : {}),
      })
    },
    obey(order, action, lie = false) {
      if (lie) {
        speak('accepted', order)
        return world.after(lieMs, () => speak('done', order))
      }
      switch (action) {
        case 'open':
          return obeyMove(order, true)
        case 'close':
          return obeyMove(order, false)
        case 'refresh':
          return service(order, 'updating_status', refreshMs)
        case 'recalibrate':
          return service(order, 'recalibrate', recalibrateMs, () => {
            if (fault === 'drift') fault = 'ok'
          })
        case 'reboot':
          return service(order, 'reboot', rebootMs, () => {
            if (fault === 'error') fault = 'ok'
            moving = false
          })
      }
    },
    occupy(now) {
      if (here === now) return
      if (kind.form === 'box') {
        // Nobody passes a closed door: it opens, something is put in or taken out, and it closes by itself.
        press()
        return world.after(boxUseMs, () => {
          here = now
          report()
          if (open) closeLater(true)
        })
      }
      if (now && kind.form === 'lot' && kind.occupiedStops && (!open || moving)) return
      here = now
      report()
      if (!now && open && kind.form === 'lot') closeLater(true)
    },
    press,
    letIn,
    pass,
    setFault(next, now = null) {
      const before = fault
      fault = next
      reports = 0
      newBattery ||= before === 'battery'
      if (next === 'door-stuck') open = true
      if (before === 'door-stuck' && next === 'ok' && open) closeLater(true)
      report()
      const measured = next === 'battery' || next === 'dirty' || before === 'battery' || before === 'dirty'
      if (now && measured) this.measure(now)
    },
  }
}
