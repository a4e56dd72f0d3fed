import * as z from 'zod'
import { allowedBy } from '../machines/control.ts'
import { actions } from '../machines/device.ts'
import { deviceCommandView } from './devices.ts'
import { commandLogReaders, type Feature, remoteFeatures } from './features.ts'
import { command as defineCommand, query, watch } from './kit.ts'
import { listOf } from './list.ts'
import type { RefusalCode } from './refusals.ts'

const id = z.number().int().positive()
const time = z.string()
const text = z.string().nullable()
/** Maximum number of devices in one request. */
export const maxDevices = 2_000
/** PATCH /devices/:id may set its own timeout, 5 to 120 s. */
const timeoutSeconds = z.number().int().min(5).max(120).default(15)
/** Refusals that concern the device, for every caller. */
export const deviceRefusals = [
  'action-not-supported',
  'under-maintenance',
  'command-in-flight',
  'gateway-unreachable',
  'device-undefined',
  'device-unreachable',
  'device-occupied',
  'already-in-state',
  'too-fast',
] as const

/**
 * An operator commands a device. The reply means sent, never done: the outcome comes as a change of the device's view.
 * `anyway` = 'Control anyway' during maintenance (logged with the note).
 */
export const command = defineCommand({
  name: 'control.command',
  access: remoteFeatures,
  input: z.strictObject({
    deviceId: id,
    action: z.enum(actions),
    anyway: z.boolean().default(false),
    note: z.string().trim().max(255).default(''),
    timeoutSeconds,
  }),
  reply: z.object({ deviceCommandId: z.string(), supportCode: z.string(), deadline: z.string() }),
  refusals: deviceRefusals,
  limit: { points: 60, seconds: 10 },
})

/** Result of a request for several devices: issued commands, and refused devices with the reason. */
const several = z.object({
  runId: z.string(),
  issued: z.array(z.object({ deviceId: id, deviceCommandId: z.string() })),
  refused: z.array(z.object({ deviceId: id, code: z.string(), supportCode: z.string() })),
  deadline: time,
})
export type Several = z.infer<typeof several>
const deviceIds = z.array(id).min(1).max(maxDevices)

/**
 * Issues the same command to several devices, each decided on its own: a refusal does not stop the others. A foreign
 * device makes the whole request not-found.
 */
export const commandMany = defineCommand({
  name: 'control.commandMany',
  access: remoteFeatures,
  input: z.strictObject({
    deviceIds,
    action: z.enum(actions),
    anyway: z.boolean().default(false),
    note: z.string().trim().max(255).default(''),
    timeoutSeconds,
  }),
  reply: several,
  refusals: [],
  limit: { points: 10, seconds: 10 },
})

export const emergencyFeatures = ['BASIC_ADM', 'BASIC_RM', 'SMART_REMOTE_PLUS'] as const satisfies readonly Feature[]
/**
 * Opens (or closes) devices of a site regardless of maintenance, occupancy and their last report. Needs a reason and,
 * as safety word, the exact name of the site. Alerts all operators of its zones. Counts no opening of any reservation.
 */
export const emergency = defineCommand({
  name: 'control.emergency',
  access: emergencyFeatures,
  input: z.strictObject({
    siteId: id,
    deviceIds,
    action: z.enum(['open', 'close']),
    reason: z.string().trim().min(5).max(255),
    safetyWord: z.string().max(255),
  }),
  reply: several,
  refusals: ['safety-word-wrong', 'device-not-at-site'],
  limit: { points: 5, seconds: 10 },
})

/** The smart remote: devices of the operator's zones, or of one site of them, or of one gateway, live. */
export const devices = watch({
  name: 'control.devices',
  access: remoteFeatures,
  input: z.strictObject({ siteId: id.optional() }),
  kinds: ['device'],
})

const named = z.object({ id, name: z.string() })
/** One command of the command log with its site. */
export const commandLogLine = deviceCommandView.extend({
  device: named,
  site: named.extend({ timeZone: z.string() }),
  gateway: named,
  reservation: z.object({ id, number: z.number().int() }).nullable(),
  run: z
    .object({ id: z.string(), kind: z.enum(['path', 'selection', 'emergency']), place: z.number().int().nullable() })
    .nullable(),
  /** The gateway let somebody in by itself, and reported it afterwards. */
  byGateway: z.boolean(),
})
export type CommandLogLine = z.infer<typeof commandLogLine>

/**
 * Commands and refused requests of the sites in the caller's zones; support finds one by its complete support code. The
 * search takes a support code, the number of a reservation, or part of a device's name.
 */
export const commandLog = listOf('control.commandLog', {
  access: commandLogReaders,
  row: commandLogLine,
  sorts: ['issuedAt'],
  order: '-issuedAt',
  filters: {
    deviceId: id.optional(),
    siteId: id.optional(),
    reservationId: id.optional(),
    runId: z.uuid().optional(),
    outcome: z.enum(['open', 'confirmed', 'failed', 'unknown', 'refused']).optional(),
    allowedBy: z.enum(allowedBy).optional(),
    from: z.iso.datetime().optional(),
    until: z.iso.datetime().optional(),
  },
})

/** One command with its checks, the times of its steps, and the replies. */
export const commandLogEntry = query({
  name: 'control.commandLogEntry',
  access: commandLogReaders,
  input: z.strictObject({ deviceCommandId: z.uuid().optional(), supportCode: z.string().trim().max(32).optional() }),
  reply: commandLogLine.extend({
    /** Icon of its device's type, so that a barrier is not shown as a door. */
    icon: text,
    counter: z.number().int().nullable(),
    note: text,
    answeredAt: time.nullable(),
    answer: z.record(z.string(), z.unknown()).nullable(),
    /** The checks, in order, and the facts of that moment; null for old commands. */
    checks: z
      .object({
        rules: z.array(z.object({ code: z.string(), passed: z.boolean() })),
        facts: z.record(z.string(), z.unknown()),
      })
      .nullable(),
    /** The event of a reader or camera that caused it. */
    event: z.object({ event: z.string(), at: time, outcome: text }).nullable(),
    /** The device's reports around it. */
    reports: z.array(z.object({ at: time, status: z.string(), doorState: text })),
    /** The other commands of its run, in order. */
    siblings: z.array(z.object({ deviceCommandId: text, device: named, state: z.string(), reason: text })),
  }),
  refusals: [],
})

/**
 * Outcome of an access event. opened-by-gateway: it let somebody in by itself and reported it later; noted: only
 * recorded; read-once: one more read needed; read-again: handled just now; locked: too many wrong PINs; ambiguous:
 * several reservations.
 */
export const accessOutcomes = [
  'opened',
  'opened-by-gateway',
  'noted',
  'read-once',
  'read-again',
  'no-match',
  'too-late',
  'wrong-pin',
  'locked',
  'ambiguous',
  'qr-invalid',
  'qr-expired',
] as const
/** Or the refusal of the opening. */
export type AccessOutcome = (typeof accessOutcomes)[number] | `refused:${RefusalCode}`

/** Who may see access events: operators, for their zones. */
export const eventReaders = ['BASIC_RM', 'BASIC_ADM', 'SMART_REMOTE_PLUS'] as const satisfies readonly Feature[]
/** An access event at a device, and its outcome; null = not evaluated yet. */
export const accessEvent = z.object({
  id,
  event: z.enum(['plate-seen', 'rfid-seen', 'pin-entered', 'entry', 'exit', 'button']),
  at: time,
  receivedAt: time,
  /** A plate as read; the last four characters of an RFID token; never a PIN. */
  value: text,
  outcome: text,
  reservation: z.object({ id, number: z.number().int() }).nullable(),
  runId: text,
})
export type AccessEvent = z.infer<typeof accessEvent>

/** Access events at a device in the caller's zones, newest first. Events that opened nothing have the reason. */
export const accessEvents = query({
  name: 'control.accessEvents',
  access: eventReaders,
  input: z.strictObject({
    deviceId: id,
    page: z.number().int().min(1).max(1_000).default(1),
    limit: z.number().int().min(1).max(100).default(15),
  }),
  reply: z.object({ events: z.array(accessEvent), recordCount: z.number().int() }),
  refusals: [],
})
