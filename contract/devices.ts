import * as z from 'zod'
import { allowedBy } from '../machines/control.ts'
import { actions, deviceStatuses, doorStates } from '../machines/device.ts'
import { deviceCommandStates } from '../machines/device-command.ts'

/** Views of devices and malfunctions for several domains. All times are ISO strings (UTC, ms). */
const time = z.string()
const id = z.number().int()
/** A name given by an operator: `name` in English, `names` by language. */
const translated = { name: z.string(), names: z.record(z.string(), z.string()) }

/** One command to a device, as shown on screens. */
export const deviceCommandView = z.object({
  id: z.string(),
  supportCode: z.string(),
  deviceId: id,
  action: z.enum(actions),
  state: z.enum(deviceCommandStates),
  /** Why it failed: a code of command-reasons.ts or the gateway's own code. */
  reason: z.string().nullable(),
  allowedBy: z.enum(allowedBy),
  by: z.string().nullable(),
  anyway: z.boolean(),
  issuedAt: time,
  deadline: time,
  sentAt: time.nullable(),
  takenAt: time.nullable(),
  settledAt: time.nullable(),
  late: z.boolean(),
})
export type DeviceCommandView = z.infer<typeof deviceCommandView>

/** A device as operators see it: requested, reported and confirmed state are separate, each with its time. */
export const deviceView = z.object({
  id,
  name: z.string(),
  hardwareId: z.string(),
  site: z.object({ id, name: z.string(), timeZone: z.string() }),
  gateway: z.object({ id, name: z.string(), linked: z.boolean() }),
  type: z.object({ id, ...translated, icon: z.string().nullable() }),
  controls: z.array(z.enum(actions)),
  occupiedBlocksControl: z.boolean(),
  /** Actions that may be repeated in the state that they lead to. */
  repeatable: z.array(z.enum(actions)),
  status: z.enum(deviceStatuses),
  statusAt: time.nullable(),
  doorState: z.enum(doorStates).nullable(),
  doorAt: time.nullable(),
  requested: z.enum(actions).nullable(),
  requestedAt: time.nullable(),
  confirmed: z.enum(actions).nullable(),
  confirmedAt: time.nullable(),
  lastStateChange: time.nullable(),
  lastMessageAt: time.nullable(),
  reachable: z.boolean(),
  supplyVoltage: z.number().nullable(),
  temperature: z.number().nullable(),
  humidity: z.number().nullable(),
  rssi: z.number().nullable(),
  sensorDirty: z.boolean(),
  monitoring: z.boolean(),
  /** True while a maintenance period covers the device now. */
  maintenance: z.boolean(),
  maintenanceState: z.string(),
  path: z.object({ number: z.number().int(), name: z.string().nullable() }),
  sequenceNumber: z.number().int(),
  /** The command in flight, or the last one that ended less than a minute before the last change. */
  deviceCommand: deviceCommandView.nullable(),
})
export type DeviceView = z.infer<typeof deviceView>

export const malfunctionKinds = [
  'unreachable',
  'not-responding',
  'sensor-dirty',
  'low-voltage',
  'error-status',
  'stuck-door',
  'gateway-silent',
  /** Five wrong PINs. */
  'access-guessing',
  /** An operator opened it in an emergency. */
  'emergency-open',
  /** A place is occupied without a reservation. */
  'occupied-unbooked',
  /** A reservation is running, but its place cannot be used. */
  'booked-blocked',
  /** The sensor reports something implausible. */
  'sensor-doubtful',
  /** A reservation is over, but its place is still occupied. */
  'overstay',
] as const

/** A malfunction and its start. Closed ones are pushed once with view null. */
export const malfunctionView = z.object({
  id,
  kind: z.enum(malfunctionKinds),
  severity: z.enum(['error', 'warning']),
  device: z.object({ id, name: z.string(), type: z.object(translated) }).nullable(),
  gateway: z.object({ id, name: z.string(), lastMessageAt: time.nullable() }),
  site: z.object({ id, name: z.string(), timeZone: z.string() }),
  zones: z.array(z.object({ id, name: z.string() })),
  openedAt: time,
  acknowledgedAt: time.nullable(),
  acknowledgedBy: z.string().nullable(),
  /**
   * Details of the kind: { voltage, threshold } for low-voltage, { supportCode } for not-responding, { devices } for
   * gateway-silent, …
   */
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The assignee. */
  assignedTo: z.object({ id, name: z.string() }).nullable(),
  /** The reservation that it concerns. */
  reservation: z.object({ id, number: z.number().int() }).nullable(),
  /** Number of recurrences after a recovery of less than ten minutes (M-9). */
  returned: z.number().int(),
  /** It comes and goes: it stays open until ten minutes after the recovery. `rightSince` = recovered for now. */
  unsteady: z.boolean(),
  rightSince: time.nullable(),
  /** Number of reservations of the next two hours that it will prevent, and the start of the first (M-11). */
  affected: z.object({ count: z.number().int(), firstStart: time }).nullable(),
  /** Commands to its device since it opened (at most 100 are counted), and the last of them. */
  tried: z
    .object({
      count: z.number().int(),
      lastAction: z.enum(actions),
      lastState: z.enum(deviceCommandStates),
      lastAt: time,
    })
    .nullable(),
  comments: z.number().int(),
  /** Number of devices behind a silent gateway; otherwise 0. */
  folded: z.number().int(),
  /** The open malfunction that explains this one, which then is not an incident of its own (M-10). */
  causeId: id.nullable(),
})
export type MalfunctionView = z.infer<typeof malfunctionView>

/** One stored reading; pushed to people who watch that device. Its id is the device id and time. */
export const readingView = z.object({
  deviceId: id,
  at: time,
  temperature: z.number().nullable(),
  humidity: z.number().nullable(),
  supplyVoltage: z.number().nullable(),
  rssi: z.number().nullable(),
  rxTimeouts: z.number().nullable(),
  retries: z.number().nullable(),
})
export type ReadingView = z.infer<typeof readingView>
