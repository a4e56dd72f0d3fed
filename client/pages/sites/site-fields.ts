import type * as z from 'zod'
import { edit, newSite, type read, siteTexts } from '../../../contract/sites/admin.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import type { Named } from '../../forms/reference-field.tsx'

/** The inputs of a site, by the path in the command. */
export const siteFields = formFields(
  edit,
  {
    name: 'common.name',
    fullName: 'common.displayName',
    description: 'common.description',
    directions: 'common.directions',
    type: 'insight.fact.type',
    zoneIds: 'common.zones',
    locationId: 'device-admin.location',
    geofenceM: 'sites.geofenceM',
    timeZone: 'tenants.timeZone',
    capacity: 'sites.capacity',
    licencePlateMandatory: 'sites.licencePlateMandatory',
    monitoring: 'common.monitoring',
    visualizationEnabled: 'sites.visualizationEnabled',
    scsPlId: 'sites.scsPlId',
  },
  ['siteId', 'version', 'translations'],
)

export type SiteView = z.output<typeof read.reply>
type Input = z.input<typeof edit.input>
/** What the form of a site holds. */
export type SiteValues = Omit<Input, 'siteId' | 'version'>

export const translatedTexts = [
  { name: 'description', maxLength: siteTexts.description, multiline: true },
  { name: 'directions', maxLength: siteTexts.directions, multiline: true },
]

/** A new site, with the clock of whoever adds it. */
export function emptySite(timeZone: string): SiteValues {
  return { ...newSite, name: '', zoneIds: [], timeZone, translations: { texts: {}, confirmed: [] } }
}

/** Returns the values of a site that is edited. */
export function siteValues({
  id: _id,
  version: _version,
  location: _location,
  zones: _zones,
  gateways: _gateways,
  devices: _devices,
  barriers: _barriers,
  translations,
  ...own
}: SiteView): SiteValues {
  return { ...own, translations: { texts: translations.texts, confirmed: [] } }
}

/** Returns zones and location in words; what is not known by name is shown by its number. */
export function siteInWords({ zones, location }: SiteView): InWords {
  const names = (known: readonly Named[], ids: readonly number[]) =>
    ids.map((id) => known.find((each) => each.id === id)?.name ?? `#${id}`).join(', ') || '–'
  const words: Readonly<Record<string, (value: unknown) => string>> = {
    zoneIds: (ids) => names(zones, ids as number[]),
    locationId: (id) => names(location ? [location] : [], id === null ? [] : [id as number]),
  }
  return (path, value) => words[path]?.(value)
}
