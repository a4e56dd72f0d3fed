/** Setting up: what an installation still needs until the first booking. */
import * as z from 'zod'
import { numberedNames } from '../machines/numbered-names.ts'
import { setupSteps } from '../machines/setup-steps.ts'
import { adminFeatures } from './features.ts'
import { id, ids, maxLength, text, timeZone, whole } from './fields.ts'
import { command, query, watch } from './kit.ts'
import type { RefusalCode } from './refusals.ts'

const step = z.enum(setupSteps)

/** Which steps are done, and what was made last: the pages of the next steps begin with it. */
export const checklist = query({
  name: 'setup.checklist',
  access: adminFeatures,
  input: z.strictObject({}),
  reply: z.object({
    done: z.array(step),
    /** The caller does not want to see it on the start page. */
    putAway: z.boolean(),
    last: z.object({
      tenantId: id.nullable(),
      zoneId: id.nullable(),
      locationId: id.nullable(),
      siteId: id.nullable(),
      gatewayId: id.nullable(),
    }),
  }),
})

/** Takes the checklist from the caller's start page, or puts it back. */
export const putAway = command({
  name: 'setup.putAway',
  access: adminFeatures,
  input: z.strictObject({ away: z.boolean() }),
  reply: z.object({ away: z.boolean() }),
  refusals: [],
})

/** A step as it is pushed when its first row is made or its last one is deleted; its id is the step. */
export const setupView = z.object({ done: z.boolean() })

/** The steps, as they are done. */
export const changes = watch({
  name: 'setup.changes',
  access: adminFeatures,
  input: z.strictObject({}),
  kinds: ['setup'],
})

/** Maximum number of devices that are made at once. */
export const maxMade = 500
const maxMm = 1_000_000

/** Names with one range of numbers, `Box {1..24}`, each at most `max` characters long. */
const pattern = (max: number) =>
  text(maxLength.note).superRefine((value, context) => {
    const names = numberedNames(value, maxMade)
    const refuse = (message: RefusalCode, maximum: number) =>
      context.addIssue({ code: 'custom', message, params: { maximum } })
    if (names === null) refuse('pattern-invalid', maxMade)
    else if (names.some((name) => name.length > max)) refuse('field-too-long', max)
  })

const siteWithDevices = z
  .strictObject({
    name: text(maxLength.name),
    zoneIds: z.array(id).min(1),
    locationId: id.nullable(),
    timeZone,
    /** Null = `gateway` is made. */
    gatewayId: id.nullable(),
    gateway: z.strictObject({ name: text(maxLength.name), hardwareId: text(maxLength.note) }).nullable(),
    deviceTypeId: id,
    accessMethodIds: ids(50),
    names: pattern(maxLength.name),
    hardwareIds: pattern(maxLength.note),
    /** Of the first device; the others count on. -1 = every device is on every path. */
    firstPathNumber: whole.min(-1).max(1_000_000),
    perRow: z.number().int().min(1).max(maxMade),
    widthMm: z.number().int().min(1).max(maxMm),
    heightMm: z.number().int().min(1).max(maxMm),
    gapMm: z.number().int().min(0).max(maxMm),
    aisleMm: z.number().int().min(0).max(maxMm),
  })
  .superRefine((input, context) => {
    if (input.gatewayId === null && input.gateway === null)
      context.addIssue({ code: 'custom', path: ['gatewayId'], message: 'field-required' satisfies RefusalCode })
    const [names, hardwareIds] = [numberedNames(input.names, maxMade), numberedNames(input.hardwareIds, maxMade)]
    if (names === null || hardwareIds === null || names.length === hardwareIds.length) return
    const message: RefusalCode = 'pattern-counts-differ'
    context.addIssue({ code: 'custom', path: ['hardwareIds'], message, params: { count: names.length } })
  })

/** Makes a site with equal devices in a grid on its plan, and a gateway for them if none is chosen: all or nothing. */
export const makeSite = command({
  name: 'setup.makeSite',
  access: adminFeatures,
  input: siteWithDevices,
  reply: z.object({ siteId: id, gatewayId: id, devices: z.number().int() }),
  refusals: ['hardware-id-taken', 'gateway-id-taken'],
})
