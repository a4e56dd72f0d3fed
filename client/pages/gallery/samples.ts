import type { AccessView, DoorView, RunView, StepCommand, stepStates } from '../../../contract/control/own.ts'
import type { DeviceCommandView, DeviceView } from '../../../contract/devices.ts'
import type { PlanView } from '../../../contract/sites/plan.ts'
import { type DeviceStatus, deviceStatuses } from '../../../machines/device.ts'
import { type DeviceCommandState, deviceCommandStates } from '../../../machines/device-command.ts'

/** Made-up things in every possible state, side by side. None of them exists. */
const zone = 'Europe/Berlin'
export const sampleMoment = Date.now()
const ago = (seconds: number) => new Date(sampleMoment - seconds * 1_000).toISOString()

/** Every state of a command, and the reasons with different texts. */
export const commandSamples: readonly {
  readonly state: DeviceCommandState
  readonly reason: string | null
  readonly late?: boolean
}[] = [
  ...deviceCommandStates.map((state) => ({
    state,
    reason: state === 'refused' ? 'device-occupied' : state === 'failed' ? 'jammed' : null,
  })),
  { state: 'failed', reason: 'not-in-time' },
  { state: 'confirmed', reason: null, late: true },
]

export function sampleCommand(
  deviceId: number,
  { state, reason, late = false }: (typeof commandSamples)[number],
): DeviceCommandView {
  const ended = !['queued', 'sent', 'taken'].includes(state)
  const sent = state !== 'queued' && state !== 'expired' && state !== 'refused'
  return {
    id: `00000000-0000-4000-8000-${String(deviceId).padStart(12, '0')}`,
    supportCode: 'HF-7K2M-9XQD',
    deviceId,
    action: 'open',
    state,
    reason,
    allowedBy: 'operator',
    by: null,
    anyway: false,
    issuedAt: ago(12),
    deadline: ago(-3),
    sentAt: sent ? ago(11.9) : null,
    takenAt: sent && state !== 'sent' && state !== 'unknown' ? ago(11.8) : null,
    settledAt: ended ? ago(8) : null,
    late,
  }
}

export function sampleDevice(id: number, name: string, facts: Partial<DeviceView> = {}): DeviceView {
  return {
    id,
    name,
    hardwareId: `D-${id}`,
    site: { id: 1, name: 'Holdfast', timeZone: zone },
    gateway: { id: 1, name: 'GW-1', linked: true },
    type: { id: 1, name: 'Bike box', names: { de: 'Fahrradbox', fr: 'Box à vélo', it: 'Box per bici' }, icon: 'bike' },
    controls: ['open', 'close', 'refresh', 'recalibrate', 'reboot'],
    occupiedBlocksControl: true,
    repeatable: [],
    status: 'blocked',
    statusAt: ago(40),
    doorState: 'closed',
    doorAt: ago(40),
    requested: null,
    requestedAt: null,
    confirmed: null,
    confirmedAt: null,
    lastStateChange: ago(40),
    lastMessageAt: ago(40),
    reachable: true,
    supplyVoltage: 3.6,
    temperature: 12,
    humidity: 60,
    rssi: -80,
    sensorDirty: false,
    monitoring: true,
    maintenance: false,
    maintenanceState: 'Operational',
    path: { number: -1, name: null },
    sequenceNumber: 0,
    deviceCommand: null,
    ...facts,
  }
}

/** Everything a device can report, and its states without a report. */
export type SampleCase = {
  readonly key: DeviceStatus | 'unreachable' | 'maintenance' | 'unlinked'
  readonly facts: Partial<DeviceView>
}
export const deviceCases: readonly SampleCase[] = [
  ...deviceStatuses.map((status) => ({ key: status, facts: { status } })),
  { key: 'unreachable', facts: { reachable: false, lastMessageAt: ago(7_200) } },
  { key: 'maintenance', facts: { maintenance: true } },
  { key: 'unlinked', facts: { gateway: { id: 1, name: 'GW-1', linked: false } } },
]

/** The devices on a plan, five in a row. */
export function samplePlan(devices: readonly DeviceView[]): PlanView {
  const none = { upperLeft: null, upperRight: null, lowerLeft: null, lowerRight: null }
  return {
    siteId: 1,
    siteName: 'Holdfast',
    timeZone: zone,
    version: 0,
    lengthMm: 22_000,
    widthMm: Math.ceil(devices.length / 5) * 4_000 + 1_000,
    corners: none,
    background: null,
    devices: devices.map(({ id, name }, at) => ({
      id,
      name,
      place: {
        xMm: 1_000 + (at % 5) * 4_200,
        yMm: 1_000 + Math.floor(at / 5) * 4_000,
        widthMm: 3_200,
        heightMm: 3_000,
        rotationDeg: 0,
      },
    })),
    modifiedAt: null,
    modifiedBy: null,
  }
}

export function sampleDoor({
  id,
  name,
  type,
  status,
  doorState,
  reachable,
  maintenance,
  gateway,
}: DeviceView): DoorView {
  return {
    id,
    name,
    type,
    controls: ['open', 'close'],
    occupiedBlocksControl: true,
    repeatable: [],
    status,
    statusAt: ago(40),
    doorState,
    doorAt: ago(40),
    lastMessageAt: ago(40),
    reachable,
    linked: gateway.linked,
    maintenance,
    deviceCommand: null,
  }
}

/** A reservation that opens these devices now. */
export function sampleAccess(devices: readonly DeviceView[]): AccessView {
  return {
    reservationId: 1,
    number: 1_001,
    state: 'RESERVED',
    start: ago(3_600),
    end: ago(-3_600),
    opensAt: ago(4_500),
    prebookMinMinutes: 15,
    blocked: false,
    site: { id: 1, name: 'Holdfast', timeZone: zone },
    devices: devices.map(({ id }, at) => ({
      deviceId: id,
      main: at === 0,
      mandatory: true,
      pathNumber: -1,
      pathName: null,
      pathIcon: null,
      sequenceNumber: at,
      postActionDelayMs: 3_000,
      access: ['open', 'close'],
      barrier: null,
    })),
    overstay: null,
    openings: { entriesUsed: 4, entryLimit: 5, exitsUsed: 0, exitLimit: 5 },
    pin: null,
    rfidToken: null,
    automatic: {
      gps: { allowed: false, wanted: false, consent: false, fence: null },
      plate: { allowed: false, plate: null },
    },
    run: null,
  }
}

/** A run with a step in each of its states. */
export function sampleRun(state: RunView['state'], states: readonly (typeof stepStates)[number][]): RunView {
  const deviceCommandOf = (step: (typeof stepStates)[number], id: number): StepCommand | null => {
    const deviceCommand = { issued: 'taken', done: 'confirmed', failed: 'failed' } as const
    if (step !== 'issued' && step !== 'done' && step !== 'failed') return null
    const {
      id: deviceCommandId,
      supportCode,
      action,
      ...rest
    } = sampleCommand(id, { state: deviceCommand[step], reason: step === 'failed' ? 'jammed' : null })
    const { reason, issuedAt, deadline, sentAt, takenAt, settledAt, late } = rest
    return {
      id: deviceCommandId,
      supportCode,
      action,
      state: deviceCommand[step],
      reason,
      issuedAt,
      deadline,
      sentAt,
      takenAt,
      settledAt,
      late,
    }
  }
  const failed = states.indexOf('failed')
  return {
    id: `00000000-0000-4000-8000-0000000000${state.length}0`,
    action: 'open',
    state,
    allowedBy: 'reservation',
    startedAt: ago(12),
    endedAt: state === 'running' ? null : ago(8),
    stoppedAt: failed < 0 ? null : { deviceId: failed + 1, name: `Door ${failed + 1}` },
    reason: failed < 0 ? null : 'jammed',
    countsAs: 'entry',
    givenBack: false,
    steps: states.map((each, at) => ({
      deviceId: at + 1,
      name: `Door ${at + 1}`,
      state: each,
      dueAt: each === 'waiting' ? ago(-3) : null,
      reason: each === 'failed' ? 'jammed' : null,
      deviceCommand: deviceCommandOf(each, at + 1),
    })),
  }
}
