/** Pictures of sites, devices and locations (MEDIA-1); uploaded by POST /media, shown at `url`. */
import * as z from 'zod'
import { operatorFeatures } from './features.ts'
import { distinctBy, id, maxLength, version } from './fields.ts'
import { command, query } from './kit.ts'
import type { RefusalCode } from './refusals.ts'
import { languages } from './session.ts'

/** Maximum size of one picture, in bytes; and of the pictures of one upload and one gallery. */
export const maxPictureBytes = 10 * 1_048_576
export const maxPicturesOf = 200
/** Widths in which a picture is offered besides its own, in pixels: `url` with `&width=`. */
export const pictureWidths = [160, 320, 640, 1_280] as const

/** Alternative texts by language: what the picture shows, for those who cannot see it. */
const altTexts = z.partialRecord(z.enum(languages), z.string())

/** A picture as visitors see it. */
export const shownPicture = z.object({
  id: z.string(),
  /** Its content never changes: a replaced picture has another address. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: altTexts,
})
export type ShownPicture = z.infer<typeof shownPicture>

export const mediaView = z.object({
  id: z.string(),
  version,
  fileName: z.string(),
  contentType: z.string(),
  bytes: z.number().int(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  url: z.string(),
  alt: altTexts,
  createdAt: z.string(),
})
export type MediaView = z.infer<typeof mediaView>

/** What pictures belong to. */
export const pictureOwner = z.union([
  z.strictObject({ siteId: id }),
  z.strictObject({ deviceId: id }),
  z.strictObject({ locationId: id }),
])
export type PictureOwner = z.infer<typeof pictureOwner>

/** Pictures in their order; the first is the main picture. GET /sites/:id/media, /devices/:id/media, /locations/:id/media. */
export const pictures = query({
  name: 'media.pictures',
  access: 'session',
  input: pictureOwner,
  reply: z.object({ media: z.array(mediaView) }),
})

/** The main picture of a device; if it has none, that of its site, then of its location. */
export const main = query({
  name: 'media.main',
  access: 'session',
  input: z.strictObject({ deviceId: id }),
  reply: z.object({ picture: shownPicture.nullable() }),
})

const altText = z
  .string()
  .max(maxLength.note)
  .refine((value) => value === value.trim(), { error: 'field-whitespace' satisfies RefusalCode })
const mediaId = z.uuid()

/** Saves the alternative texts of a picture; empty = none. */
export const describe = command({
  name: 'media.describe',
  access: operatorFeatures,
  input: z.strictObject({ mediaId, version, de: altText, en: altText, fr: altText, it: altText }),
  reply: z.object({ mediaId: z.string(), version }),
  refusals: ['changed-meanwhile'],
})

/** Puts all pictures of a site, device or location in this order. Refused if others were added or deleted meanwhile. */
export const order = command({
  name: 'media.order',
  access: operatorFeatures,
  input: z.strictObject({
    of: pictureOwner,
    mediaIds: z
      .array(mediaId)
      .max(maxPicturesOf)
      .superRefine(distinctBy((each) => each)),
  }),
  reply: z.object({ mediaIds: z.array(z.string()) }),
  refusals: ['pictures-changed'],
})

/** Deletes a picture. Its file is kept for 30 days. DELETE /media/:id. */
export const remove = command({
  name: 'media.remove',
  access: operatorFeatures,
  input: z.strictObject({ mediaId }),
  reply: z.object({ mediaId: z.string() }),
  refusals: ['picture-in-use'],
})
