import * as z from 'zod'
import { remoteFeatures } from './features.ts'
import { query } from './kit.ts'

const id = z.number().int()
export const siteItem = z.object({
  id,
  name: z.string(),
  type: z.string(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  timeZone: z.string(),
  visualizationEnabled: z.boolean(),
  zones: z.array(z.object({ id, name: z.string() })),
  devices: z.number().int(),
  malfunctions: z.number().int(),
})
export type SiteItem = z.infer<typeof siteItem>

/** Sites in the caller's zones (admins: all), by name. GET /sites. */
export const sites = query({
  name: 'sites.list',
  access: 'session',
  input: z.strictObject({
    query: z.string().trim().max(255).default(''),
    page: z.number().int().min(1).default(1),
    limit: z.number().int().min(1).max(500).default(100),
  }),
  reply: z.object({ items: z.array(siteItem), recordCount: z.number().int() }),
})

/** GET /places?q=: places that match a text, to search near them. siteId = it is a site of the portal. */
export const placesFound = z.array(
  z.object({
    label: z.string(),
    latitude: z.number(),
    longitude: z.number(),
    siteId: id.nullable(),
  }),
)
export type PlaceHit = z.infer<typeof placesFound>[number]

/** One site. GET /sites/:id. */
export const site = query({
  name: 'sites.get',
  access: 'session',
  input: z.strictObject({ siteId: z.number().int().positive() }),
  reply: siteItem.extend({
    description: z.string().nullable(),
    directions: z.string().nullable(),
    source: z.string().nullable(),
  }),
})

/** Zones of the caller with their counts. GET /zones, GET /zones/dashboard. */
export const zones = query({
  name: 'sites.zones',
  access: remoteFeatures,
  input: z.strictObject({}),
  reply: z.array(
    z.object({
      id,
      name: z.string(),
      tenant: z.object({ id, name: z.string() }),
      sites: z.number().int(),
      devices: z.number().int(),
      malfunctions: z.number().int(),
    }),
  ),
})
