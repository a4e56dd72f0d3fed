/** Setting up: what an installation still needs until the first booking. */
import * as z from 'zod'
import { setupSteps } from '../machines/setup-steps.ts'
import { adminFeatures } from './features.ts'
import { command, query, watch } from './kit.ts'

const id = z.number().int()
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
