import * as z from 'zod'
import { type Feature, operatorFeatures } from '../features.ts'
import { command, query } from '../kit.ts'

/* Devices as they are set up. Lengths in millimetres, times in the unit of their name, −1 = never or every path. */
const id = z.number().int().positive()
const whole = z.number().int().min(-2_147_483_648).max(2_147_483_647)
const text = (most: number) => z.string().trim().min(1).max(most)
const maybe = (most: number) => z.string().trim().max(most).nullable()
const admins = ['BASIC_ADM'] as const satisfies readonly Feature[]
const seconds = whole.min(-1)

/** What identifies a device and what it hangs on: set up by admins. */
const wiring = {
  /** Unique within its gateway among the devices in use. */
  hardwareId: text(255),
  gatewayId: id,
  siteId: id,
  deviceTypeId: id,
}
const rest = {
  locationId: id.nullable().optional(),
  /** Legacy kind; the device type decides. */
  type: text(45).optional(),
  comment: maybe(2_048).optional(),
  monitoring: z.boolean().optional(),
  sendMail: z.boolean().optional(),
  maintenanceState: text(45).optional(),
  autoClose: z.boolean().optional(),
  autoCloseGatetimeSec: seconds.optional(),
  autoCloseUnusedGatetimeSec: seconds.optional(),
  isMandatory: z.boolean().optional(),
  isOptional: z.boolean().optional(),
  pathNumber: seconds.optional(),
  pathName: maybe(45).optional(),
  pathIcon: maybe(255).optional(),
  sequenceNumber: whole.optional(),
  postActionDelayMs: whole.min(0).max(3_600_000).optional(),
  upperLeftXMm: whole.nullable().optional(),
  upperLeftYMm: whole.nullable().optional(),
  widthMm: whole.min(1).nullable().optional(),
  heightMm: whole.min(1).nullable().optional(),
  /** By which means it may be opened. */
  accessMethodIds: z.array(id).max(50).optional(),
}
const deviceRefusals = ['hardware-id-taken', 'device-in-use'] as const

/** A new device; what is not given is what the specification says: closes itself, is watched over, belongs to every path. */
export const addDevice = command({
  name: 'devices.add',
  access: admins,
  input: z.strictObject({ name: text(45), ...wiring, ...rest }),
  reply: z.object({ deviceId: id }),
  refusals: deviceRefusals,
  // Whole sites are set up by programs.
  limit: { points: 200, seconds: 10 },
})

/**
 * Changes the given fields. Operators of its site may change what it is called and how it behaves; what it is and hangs on (hardware id,
 * gateway, site, location, type) only admins, and nothing of that while a command is on its way, nor site and type while it is reserved.
 */
export const editDevice = command({
  name: 'devices.edit',
  access: operatorFeatures,
  input: z.strictObject({
    deviceId: id,
    name: text(45).optional(),
    hardwareId: wiring.hardwareId.optional(),
    gatewayId: id.optional(),
    siteId: id.optional(),
    deviceTypeId: id.optional(),
    ...rest,
  }),
  reply: z.object({ deviceId: id }),
  refusals: [...deviceRefusals, 'command-in-flight'],
})

/**
 * Takes a device out of use: deleted when nothing remembers it, else retired, and its hardware id is free again. Refused while it is
 * reserved, a barrier or a command in flight hangs on it.
 */
export const removeDevice = command({
  name: 'devices.remove',
  access: admins,
  input: z.strictObject({ deviceId: id }),
  reply: z.object({ deviceId: id, retired: z.boolean() }),
  refusals: ['device-in-use', 'command-in-flight'],
})

export const deviceProblemKinds = [
  /** Out of use, and somebody has it reserved. */
  'retired-reserved',
  /** Its gateway belongs to another site. */
  'gateway-elsewhere',
  /** Its site belongs to no zone: nobody operates it. */
  'site-without-zone',
  /** A barrier whose device is out of use or stands at another site. */
  'barrier-elsewhere',
  /** A command that nobody ended, more than 5 minutes after its deadline. */
  'command-without-end',
] as const
/** What must not be, or is surely a mistake, at most 100 of each kind. */
export const deviceProblems = query({
  name: 'devices.problems',
  access: admins,
  input: z.strictObject({}),
  reply: z.array(
    z.object({
      kind: z.enum(deviceProblemKinds),
      deviceId: id,
      name: z.string(),
      detail: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
})
