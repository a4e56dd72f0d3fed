/** Sites as they are set up (ADM-3). */
import * as z from 'zod'
import { operatorFeatures } from '../features.ts'
import { id, maxLength, optionalText, text, timeZone, version, whole, world } from '../fields.ts'
import { command, query } from '../kit.ts'
import { listOf } from '../list.ts'
import { editsRows, links, removesRows } from '../many.ts'
import { translationsInput, translationsView } from '../translations.ts'

const count = z.number().int()
const named = z.object({ id, name: z.string() })

/** Texts of a site that can be translated, with their maximum lengths. */
export const siteTexts = { description: maxLength.description, directions: maxLength.description } as const

/** Maximum number of zones of a site. */
const maxZones = 100

const fields = {
  name: text(maxLength.name),
  /** Shown instead of the name where it is too short for what the site is called. */
  fullName: optionalText(maxLength.note),
  description: optionalText(siteTexts.description),
  directions: optionalText(siteTexts.directions),
  locationId: id.nullable(),
  /** At least one; managers choose among their own, and leave those of others as they are. */
  zoneIds: z
    .array(id)
    .min(1)
    .max(maxZones)
    .transform((zones) => [...new Set(zones)]),
  timeZone,
  type: optionalText(maxLength.name),
  monitoring: z.boolean(),
  visualizationEnabled: z.boolean(),
  licencePlateMandatory: z.boolean(),
  /** Place id at the camera provider. */
  scsPlId: optionalText(maxLength.note),
  capacity: whole.min(0).nullable(),
  /** Metres around the location within which somebody has arrived. */
  geofenceM: z.number().int().min(20).max(2_000),
  translations: translationsInput(siteTexts),
}

/** A site where nothing else is given. */
export const newSite = {
  fullName: null,
  description: null,
  directions: null,
  locationId: null,
  timeZone: 'Europe/Berlin',
  type: null,
  monitoring: true,
  visualizationEnabled: false,
  licencePlateMandatory: false,
  scsPlId: null,
  capacity: null,
  geofenceM: 100,
  translations: { texts: {} },
}

/** Sites of the zones that the caller manages; admins see all. */
export const operated = listOf('sites.operated', {
  access: operatorFeatures,
  row: z.object({
    id,
    version,
    name: z.string(),
    address: z.string().nullable(),
    city: z.string().nullable(),
    timeZone: z.string(),
    capacity: count.nullable(),
    monitoring: z.boolean(),
    visualizationEnabled: z.boolean(),
    licencePlateMandatory: z.boolean(),
    zones: z.array(named),
    gateways: count,
    devices: count,
    barriers: count,
    modifiedAt: z.string(),
  }),
  sorts: ['name', 'city', 'capacity', 'gateways', 'devices', 'barriers', 'modifiedAt'],
  filters: { zoneId: id.optional(), locationId: id.optional() },
})
export type OperatedSiteRow = z.output<typeof operated.row>

/** One site with all its fields, the names of what it refers to, and counts of what stands there. */
export const read = query({
  name: 'sites.read',
  access: operatorFeatures,
  input: z.strictObject({ siteId: id }),
  reply: z.object({
    ...fields,
    id,
    version,
    /** None, where a site was left without: then only admins see it. */
    zoneIds: z.array(id),
    translations: translationsView,
    location: named.nullable(),
    zones: z.array(named),
    gateways: count,
    devices: count,
    barriers: count,
  }),
})

/** Where a site can be: a location that the caller can choose, as it lies on the map. */
export const location = query({
  name: 'sites.location',
  access: operatorFeatures,
  input: z.strictObject({ locationId: id }),
  reply: z.object({
    id,
    name: z.string(),
    address: z.string().nullable(),
    zip: z.string().nullable(),
    city: z.string().nullable(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
  }),
})

/** POST /sites/add. */
export const add = command({
  name: 'sites.add',
  access: operatorFeatures,
  input: z.strictObject(fields),
  reply: z.object({ siteId: id }),
  refusals: [],
})

/** PATCH /sites/edit/:id. */
export const edit = command({
  name: 'sites.edit',
  access: operatorFeatures,
  input: z.strictObject({ siteId: id, version, ...fields }),
  reply: z.object({ siteId: id, version }),
  refusals: ['changed-meanwhile'],
})

/** Removes a site without gateways, devices, barriers, reservations and maintenance. */
export const remove = command({
  name: 'sites.remove',
  access: operatorFeatures,
  input: z.strictObject({ siteId: id, version, world }),
  reply: z.object({ siteId: id }),
  refusals: ['changed-meanwhile', 'world-moved', 'in-use'],
})

/** Changes the same fields of several sites, after a preview. */
export const editMany = command({
  name: 'sites.editMany',
  access: operatorFeatures,
  ...editsRows({
    timeZone: fields.timeZone,
    type: fields.type,
    monitoring: fields.monitoring,
    visualizationEnabled: fields.visualizationEnabled,
    licencePlateMandatory: fields.licencePlateMandatory,
    capacity: fields.capacity,
    geofenceM: fields.geofenceM,
    zoneIds: links(maxZones),
  }),
})

/** Removes several sites, after a preview. */
export const removeMany = command({
  name: 'sites.removeMany',
  access: operatorFeatures,
  ...removesRows,
})
