/** Locations: addresses and outlines of the ground on which sites and devices stand (ADM-4). */
import * as z from 'zod'
import { adminFeatures } from './features.ts'
import { id, maxLength, optionalText, text, version, whole, world } from './fields.ts'
import { command, query } from './kit.ts'
import { listOf } from './list.ts'
import { editsRows, removesRows } from './many.ts'
import type { RefusalCode } from './refusals.ts'
import { translationsInput, translationsView } from './translations.ts'

const count = z.number().int()
const latitude = z.number().min(-90).max(90).nullable()
const longitude = z.number().min(-180).max(180).nullable()
const lengthMm = whole.min(1).nullable()

/** Texts of a location that can be translated, with their maximum lengths. */
export const locationTexts = {
  description: maxLength.description,
  additionalSupportInfo: maxLength.description,
} as const

const fields = {
  type: text(maxLength.name),
  name: optionalText(maxLength.note),
  description: optionalText(locationTexts.description),
  address: optionalText(maxLength.note),
  zip: optionalText(maxLength.name),
  city: optionalText(maxLength.note),
  country: optionalText(maxLength.name),
  additionalSupportInfo: optionalText(locationTexts.additionalSupportInfo),
  imagePath: optionalText(maxLength.note),
  lengthMm,
  widthMm: lengthMm,
  latitude,
  longitude,
  upperLeftLatitude: latitude,
  upperLeftLongitude: longitude,
  upperRightLatitude: latitude,
  upperRightLongitude: longitude,
  lowerLeftLatitude: latitude,
  lowerLeftLongitude: longitude,
  lowerRightLatitude: latitude,
  lowerRightLongitude: longitude,
  translations: translationsInput(locationTexts),
}

/** A location where nothing else is given. */
export const newLocation = {
  type: 'site',
  name: null,
  description: null,
  address: null,
  zip: null,
  city: null,
  country: null,
  additionalSupportInfo: null,
  imagePath: null,
  lengthMm: null,
  widthMm: null,
  latitude: null,
  longitude: null,
  upperLeftLatitude: null,
  upperLeftLongitude: null,
  upperRightLatitude: null,
  upperRightLongitude: null,
  lowerLeftLatitude: null,
  lowerLeftLongitude: null,
  lowerRightLatitude: null,
  lowerRightLongitude: null,
  translations: { texts: {} },
}

/** The position and the corners: each has both coordinates or none. */
export const points = [
  ['latitude', 'longitude'],
  ['upperLeftLatitude', 'upperLeftLongitude'],
  ['upperRightLatitude', 'upperRightLongitude'],
  ['lowerLeftLatitude', 'lowerLeftLongitude'],
  ['lowerRightLatitude', 'lowerRightLongitude'],
] as const
type Coordinates = Readonly<Record<(typeof points)[number][number], number | null>>

/** Refuses a point with one coordinate, at the one that is missing. */
function wholePoints(value: Coordinates, context: z.RefinementCtx): void {
  for (const [north, east] of points) {
    if ((value[north] === null) === (value[east] === null)) continue
    const missing = value[north] === null ? north : east
    context.addIssue({ code: 'custom', path: [missing], message: 'field-required' satisfies RefusalCode })
  }
}

/** All locations. GET /locations/index_ajax. */
export const list = listOf('locations.list', {
  access: adminFeatures,
  row: z.object({
    id,
    version,
    type: z.string(),
    name: z.string().nullable(),
    address: z.string().nullable(),
    zip: z.string().nullable(),
    city: z.string().nullable(),
    country: z.string().nullable(),
    latitude,
    longitude,
    sites: count,
    /** Devices in use. */
    devices: count,
    modifiedAt: z.string(),
  }),
  sorts: ['name', 'address', 'city', 'country', 'sites', 'devices', 'modifiedAt'],
  filters: { type: text(maxLength.name).optional() },
})
export type LocationRow = z.output<typeof list.row>

/** One location with all its fields. */
export const read = query({
  name: 'locations.read',
  access: adminFeatures,
  input: z.strictObject({ locationId: id }),
  reply: z.object({ ...fields, id, version, translations: translationsView }),
})

/** POST /locations/add. */
export const add = command({
  name: 'locations.add',
  access: adminFeatures,
  input: z.strictObject(fields).superRefine(wholePoints),
  reply: z.object({ locationId: id }),
  refusals: [],
})

/** PATCH /locations/edit/:id. */
export const edit = command({
  name: 'locations.edit',
  access: adminFeatures,
  input: z.strictObject({ locationId: id, version, ...fields }).superRefine(wholePoints),
  reply: z.object({ locationId: id, version }),
  refusals: ['changed-meanwhile'],
})

/** Removes a location where no site and no device is. DELETE /locations/delete/:id. */
export const remove = command({
  name: 'locations.remove',
  access: adminFeatures,
  input: z.strictObject({ locationId: id, version, world }),
  reply: z.object({ locationId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use'],
})

/** Changes the same fields of several locations, after a preview. */
export const editMany = command({
  name: 'locations.editMany',
  access: adminFeatures,
  ...editsRows({
    type: fields.type,
    zip: fields.zip,
    city: fields.city,
    country: fields.country,
    additionalSupportInfo: fields.additionalSupportInfo,
  }),
})

/** Removes several locations, after a preview. */
export const removeMany = command({
  name: 'locations.removeMany',
  access: adminFeatures,
  ...removesRows,
})
