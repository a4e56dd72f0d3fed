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
/** At most so many devices are commanded at once. */
export const maxDevices = 2_000
/** PATCH /devices/:id may give its own timeout, 5 to 120 s. */
const timeoutSeconds = z.number().int().min(5).max(120).default(15)
/** Refusals that speak of the device, for every caller. */
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
 * An operator commands a device to do something. An acknowledged command means sent, never done: the outcome comes as a change of
 * the device's view. `anyway` = 'Control anyway' during maintenance (kept in the command log with the note).
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

/** What became of a request for several devices: commands that are on their way, and who was refused why. */
const several = z.object({
  runId: z.string(),
  issued: z.array(z.object({ deviceId: id, deviceCommandId: z.string() })),
  refused: z.array(z.object({ deviceId: id, code: z.string(), supportCode: z.string() })),
  deadline: time,
})
export type Several = z.infer<typeof several>
const deviceIds = z.array(id).min(1).max(maxDevices)

/** The same command for several devices, each for itself: what is refused for one does not stop the others. Foreign devices are not-found for all. */
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
 * Opens (or closes) devices of a site whatever maintenance, occupancy or their last word say. Wants a reason and, as the safety word, the
 * exact name of the site. Tells all operators of its zones. Uses no opening of any reservation.
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
/** One command of the command log with where it belongs. */
export const commandLogLine = deviceCommandView.extend({
  device: named,
  site: named.extend({ timeZone: z.string() }),
  gateway: named,
  reservation: z.object({ id, number: z.number().int() }).nullable(),
  run: z
    .object({ id: z.string(), kind: z.enum(['path', 'selection', 'emergency']), place: z.number().int().nullable() })
    .nullable(),
  /** The gateway let somebody in by itself; told afterwards. */
  byGateway: z.boolean(),
})
export type CommandLogLine = z.infer<typeof commandLogLine>

/**
 * Commands and refused requests of the sites of the caller's zones; support finds one by its whole support code. The search takes a support
 * code, the number of a reservation, or part of a device's name.
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

/** One command with what was asked before it went out, its steps with their times, and what came back. */
export const commandLogEntry = query({
  name: 'control.commandLogEntry',
  access: commandLogReaders,
  input: z.strictObject({ deviceCommandId: z.uuid().optional(), supportCode: z.string().trim().max(32).optional() }),
  reply: commandLogLine.extend({
    /** What its device's type is drawn as: a barrier is not called a door. */
    icon: text,
    counter: z.number().int().nullable(),
    note: text,
    answeredAt: time.nullable(),
    answer: z.record(z.string(), z.unknown()).nullable(),
    /** What the rules asked, in order, and the facts of that moment; null for commands of before. */
    checks: z
      .object({
        rules: z.array(z.object({ code: z.string(), passed: z.boolean() })),
        facts: z.record(z.string(), z.unknown()),
      })
      .nullable(),
    /** What a reader or camera saw that led to it. */
    event: z.object({ event: z.string(), at: time, outcome: text }).nullable(),
    /** The device's reports around it: what it itself says about it. */
    reports: z.array(z.object({ at: time, status: z.string(), doorState: text })),
    /** The other commands of its run, in their place. */
    siblings: z.array(z.object({ deviceCommandId: text, device: named, state: z.string(), reason: text })),
  }),
  refusals: [],
})

/**
 * What came of something that a gateway saw. opened-by-gateway: it let somebody in by itself, told afterwards; noted: only recorded; read-once:
 * one more read wanted; read-again: that was dealt with just now; locked: too many wrong PINs; ambiguous: several reservations.
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
/** Or the refusal of what it would have opened. */
export type AccessOutcome = (typeof accessOutcomes)[number] | `refused:${RefusalCode}`

/** Who reads what readers and cameras saw: operators, for their zones. */
export const eventReaders = ['BASIC_RM', 'BASIC_ADM', 'SMART_REMOTE_PLUS'] as const satisfies readonly Feature[]
/** One thing that a gateway saw at a device, and what came of it; null = not judged yet. */
export const accessEvent = z.object({
  id,
  event: z.enum(['plate-seen', 'rfid-seen', 'pin-entered', 'entry', 'exit', 'button']),
  at: time,
  receivedAt: time,
  /** A plate as it was read; of an RFID token its last four characters; a PIN never. */
  value: text,
  outcome: text,
  reservation: z.object({ id, number: z.number().int() }).nullable(),
  runId: text,
})
export type AccessEvent = z.infer<typeof accessEvent>

/** What was seen at a device of the caller's zones, newest first: also what opened nothing, with why. */
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
