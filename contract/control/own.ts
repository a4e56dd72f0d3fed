import * as z from 'zod'
import { allowedBy } from '../../machines/control.ts'
import { actions, deviceStatuses, doorStates } from '../../machines/device.ts'
import { deviceCommandStates } from '../../machines/device-command.ts'
import { reservationRefusals } from '../../machines/reservation-events.ts'
import { reservationStates } from '../../machines/reservation-rules.ts'
import { deviceRefusals } from '../control.ts'
import { bookers } from '../features.ts'
import { command, query, watch } from '../kit.ts'

/**
 * Control of devices by holders of a reservation: its owner, or a guest with an eTicket. Times are ISO strings (UTC,
 * ms).
 */
const id = z.number().int().positive()
const time = z.string()
const moment = z.iso.datetime()
const text = z.string().nullable()
const token = z.string().max(255)
const translated = { name: z.string(), names: z.record(z.string(), z.string()) }
/** Actions of a holder; the rest is for operators. */
export const ownActions = ['open', 'close'] as const

/** A command as its holder sees it, without the name of a person. */
export const stepCommand = z.object({
  id: z.string(),
  supportCode: z.string(),
  action: z.enum(actions),
  state: z.enum(deviceCommandStates),
  reason: text,
  issuedAt: time,
  deadline: time,
  sentAt: time.nullable(),
  takenAt: time.nullable(),
  settledAt: time.nullable(),
  late: z.boolean(),
})
export type StepCommand = z.infer<typeof stepCommand>

export const stepStates = ['waiting', 'issued', 'done', 'skipped', 'failed', 'not-reached'] as const
/** One request for one or several devices, in ascending sequence number; a failure stops it and names the device. */
export const runView = z.object({
  id: z.string(),
  action: z.enum(ownActions),
  state: z.enum(['running', 'done', 'stopped']),
  allowedBy: z.enum(allowedBy),
  startedAt: time,
  endedAt: time.nullable(),
  stoppedAt: z.object({ deviceId: id, name: z.string() }).nullable(),
  /** Why it stopped: a refusal code, a reason of a command, or the gateway's own code. */
  reason: text,
  countsAs: z.enum(['entry', 'exit']).nullable(),
  /** Certainly nothing moved: the opening was given back. */
  givenBack: z.boolean(),
  steps: z.array(
    z.object({
      deviceId: id,
      name: z.string(),
      state: z.enum(stepStates),
      /** When a waiting step may be issued, once the previous one has ended. */
      dueAt: time.nullable(),
      reason: text,
      deviceCommand: stepCommand.nullable(),
    }),
  ),
})
export type RunView = z.infer<typeof runView>

/** What a reservation opens, for its owner or a guest; a guest does not see the plate and the RFID token. */
export const accessView = z.object({
  reservationId: id,
  number: z.number().int(),
  state: z.enum(reservationStates),
  start: time,
  end: time,
  /** When it starts to open (machines/reservation-rules.ts opensAt). */
  opensAt: time,
  prebookMinMinutes: z.number().int(),
  blocked: z.boolean(),
  site: z.object({ id, name: z.string(), timeZone: z.string() }),
  /** In the order in which people pass them: ascending sequence number. */
  devices: z.array(
    z.object({
      deviceId: id,
      /** The device that was booked. */
      main: z.boolean(),
      mandatory: z.boolean(),
      pathNumber: z.number().int(),
      pathName: text,
      pathIcon: text,
      sequenceNumber: z.number().int(),
      postActionDelayMs: z.number().int(),
      /** close, open, pin, qr, licensePlate, rfidToken */
      access: z.array(z.string()),
      barrier: z.enum(['entrance', 'exit']).nullable(),
    }),
  ),
  openings: z.object({
    entriesUsed: z.number().int(),
    entryLimit: z.number().int(),
    exitsUsed: z.number().int(),
    exitLimit: z.number().int(),
  }),
  /** End of the grace period if its time is over and its place still occupied. Null = no overstay. */
  overstay: z
    .object({
      until: time,
      /** Total price by time of leaving, ascending; empty = nothing to pay, or not for the reader. */
      prices: z.array(z.object({ until: time, cents: z.number().int() })),
    })
    .nullable(),
  /** Null until it opens. */
  pin: text,
  rfidToken: text,
  automatic: z.object({
    /** `allowed`: access time and product; `wanted`: this reservation; `consent`: the person's profile. */
    gps: z.object({
      allowed: z.boolean(),
      wanted: z.boolean(),
      consent: z.boolean(),
      fence: z.object({ latitude: z.number(), longitude: z.number(), radiusM: z.number() }).nullable(),
    }),
    plate: z.object({ allowed: z.boolean(), plate: text }),
  }),
  /** The last run of this reservation, whoever started it. */
  run: runView.nullable(),
})
export type AccessView = z.infer<typeof accessView>

/** A device as holders of a reservation see it. */
export const doorView = z.object({
  id,
  name: z.string(),
  type: z.object({ id, ...translated, icon: text }),
  controls: z.array(z.enum(actions)),
  occupiedBlocksControl: z.boolean(),
  /** Actions that may be repeated in the state that they lead to. */
  repeatable: z.array(z.enum(actions)),
  status: z.enum(deviceStatuses),
  statusAt: time.nullable(),
  doorState: z.enum(doorStates).nullable(),
  doorAt: time.nullable(),
  lastMessageAt: time.nullable(),
  reachable: z.boolean(),
  linked: z.boolean(),
  maintenance: z.boolean(),
  /** The command in flight, or the last one that ended less than a minute before the last change. */
  deviceCommand: stepCommand.nullable(),
})
export type DoorView = z.infer<typeof doorView>

/** Live: what the reservation opens, and its devices. */
export const ownAccess = watch({
  name: 'control.access',
  access: bookers,
  input: z.strictObject({ reservationId: id }),
  kinds: ['access', 'door'],
  refusals: ['reservation-not-reserved'],
})

export const ticketRefusals = ['eticket-invalid', 'eticket-expired', 'eticket-canceled', 'eticket-not-allowed'] as const
/** The same for the holder of an eTicket; refused with the eTicket's codes. */
export const guestAccess = watch({
  name: 'control.guestAccess',
  access: 'public',
  input: z.strictObject({ token }),
  kinds: ['access', 'door'],
  refusals: ticketRefusals,
})

const request = {
  /** Null = all devices of the way of the reservation, in ascending sequence number. */
  deviceId: id.nullable(),
  action: z.enum(ownActions),
  /**
   * By the server's clock: a command that arrives later is refused, and certainly not carried out. At most a minute
   * ahead.
   */
  validUntil: moment,
}
const reply = z.object({
  runId: z.string(),
  /** Deadline of the first command. */
  deadline: time,
  /** Openings left after this one; null = unlimited. */
  openingsLeft: z.number().int().nullable(),
  /** It was the last permitted one; the screen says so. */
  lastOpening: z.boolean(),
  countsAs: z.enum(['entry', 'exit']),
})
const requestRefusals = [
  'command-too-late',
  'run-in-progress',
  'device-not-yours',
  ...reservationRefusals.OPEN,
  'operations-exceeded',
  ...deviceRefusals,
] as const

/**
 * Opens or closes one device of a reservation, or its whole way. The reply means sent, never done: the outcome comes
 * with the views. Refused requests are logged, with their support code.
 */
export const requestAction = command({
  name: 'control.requestAction',
  access: bookers,
  input: z.strictObject({ reservationId: id, ...request }),
  reply,
  refusals: requestRefusals,
})
export const requestActionAsGuest = command({
  name: 'control.requestActionAsGuest',
  access: 'public',
  input: z.strictObject({ token, ...request }),
  reply,
  refusals: [...requestRefusals, ...ticketRefusals],
  secretInput: ['token'],
})

const settled = z.object({
  /** never: it did not arrive, and will not be carried out if it arrives later. */
  outcome: z.enum(['done', 'refused', 'never']),
  runId: text,
  /** The code of the refusal. */
  refusal: text,
})
/**
 * Returns the outcome of a requestAction command whose reply was lost, by its id. One that never arrived is closed for
 * good in the same transaction.
 */
export const commandOutcome = command({
  name: 'control.commandOutcome',
  access: bookers,
  input: z.strictObject({ commandId: z.uuid() }),
  reply: settled,
  refusals: [],
})
export const commandOutcomeAsGuest = command({
  name: 'control.commandOutcomeAsGuest',
  access: 'public',
  input: z.strictObject({ token, commandId: z.uuid() }),
  reply: settled,
  refusals: ticketRefusals,
  secretInput: ['token'],
})

/**
 * Reports the person's position. Entering the site's fence during the window opens the way, once per arrival; a
 * position may trigger, never authorise. Positions are not stored.
 */
export const arrive = command({
  name: 'control.arrive',
  access: bookers,
  input: z.strictObject({
    reservationId: id,
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    accuracyM: z.number().min(0).max(100_000),
    /** The deadline of a request: a position delayed by a bad connection opens nothing. */
    validUntil: moment.optional(),
  }),
  reply: z.object({
    inside: z.boolean(),
    distanceM: z.number().int(),
    /** The run that it started; null = none, with the reason if an opening was refused. */
    runId: text,
    refusal: text,
  }),
  refusals: ['command-too-late', 'automatic-not-allowed', 'no-consent', 'position-too-vague', 'site-without-position'],
  privateInput: ['latitude', 'longitude', 'accuracyM'],
})

/**
 * Switches opening by position on or off for a reservation. On is also the person's consent, stored in the profile; off
 * withdraws it, so that other reservations ask again.
 */
export const allowAutomatic = command({
  name: 'control.allowAutomatic',
  access: bookers,
  input: z.strictObject({ reservationId: id, allow: z.boolean() }),
  reply: z.object({ reservationId: id, allow: z.boolean() }),
  refusals: ['automatic-not-allowed', ...reservationRefusals.ALLOW_AUTOMATIC],
})

const qr = z.object({ code: z.string(), validUntil: time })
/** Creates a code for the reader of one device, valid for 60 s; request the next one before it expires. */
export const qrCode = query({
  name: 'control.qrCode',
  access: bookers,
  input: z.strictObject({ reservationId: id, deviceId: id }),
  reply: qr,
  refusals: ['device-not-yours', 'action-not-supported', ...reservationRefusals.OPEN],
})
export const qrCodeAsGuest = query({
  name: 'control.qrCodeAsGuest',
  access: 'public',
  input: z.strictObject({ token, deviceId: id }),
  reply: qr,
  refusals: [...qrCode.refusals, ...ticketRefusals],
})
