import * as z from 'zod'
import { operatorFeatures, remoteFeatures } from '../features.ts'
import { distinctBy } from '../fields.ts'
import { command, watch } from '../kit.ts'

/**
 * The plan of a site to scale: lengths in millimetres from the upper left corner of its location, rotations in whole
 * degrees clockwise.
 */
const id = z.number().int().positive()
const mm = z.number().int()
const text = z.string().nullable()
const corner = z.object({ latitude: z.number(), longitude: z.number() }).nullable()

export const planDevice = z.object({
  id,
  name: z.string(),
  /** Null = it has no position on the plan yet. */
  place: z
    .object({
      xMm: mm,
      yMm: mm,
      widthMm: mm.min(1),
      heightMm: mm.min(1),
      rotationDeg: z.number().int().min(0).max(359),
    })
    .nullable(),
})
export type PlanDevice = z.infer<typeof planDevice>

export const planView = z.object({
  siteId: id,
  siteName: z.string(),
  timeZone: z.string(),
  /** Increases with every save; an edit of an older one is a conflict. */
  version: z.number().int(),
  /** Null = unknown: the plan is as large as its devices. */
  lengthMm: mm.nullable(),
  widthMm: mm.nullable(),
  corners: z.object({ upperLeft: corner, upperRight: corner, lowerLeft: corner, lowerRight: corner }),
  background: z
    .object({ mediaId: z.string(), url: z.string(), width: z.number().int(), height: z.number().int() })
    .nullable(),
  devices: z.array(planDevice),
  modifiedAt: z.string().nullable(),
  modifiedBy: text,
})
export type PlanView = z.infer<typeof planView>

/** The plan of a site with the live state of its devices. */
export const plan = watch({
  name: 'sites.plan',
  access: remoteFeatures,
  input: z.strictObject({ siteId: id }),
  kinds: ['plan', 'device'],
})

/**
 * Saves an edited plan as a whole: the devices that moved, and the background. Refused if somebody saved meanwhile
 * (`by`, `at`).
 */
export const savePlan = command({
  name: 'sites.savePlan',
  access: operatorFeatures,
  input: z.strictObject({
    siteId: id,
    version: z.number().int().min(0),
    devices: z
      .array(
        z.strictObject({
          id,
          place: z
            .strictObject({
              xMm: mm.min(-1_000_000).max(10_000_000),
              yMm: mm.min(-1_000_000).max(10_000_000),
              widthMm: mm.min(1).max(1_000_000),
              heightMm: mm.min(1).max(1_000_000),
              rotationDeg: z.number().int().min(0).max(359),
            })
            .nullable(),
        }),
      )
      .max(10_000)
      .superRefine(distinctBy(({ id }) => id)),
    /** Absent = unchanged, null = plain. */
    backgroundId: z.uuid().nullable().optional(),
  }),
  reply: z.object({ version: z.number().int() }),
  refusals: ['plan-changed', 'device-not-at-site', 'picture-not-of-site'],
})
