import type * as z from 'zod'
import { edit, locationTexts, newLocation, type read } from '../../../contract/locations.ts'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of a location, by the path in the command. */
export const locationFields = formFields(
  edit,
  {
    name: 'common.name',
    type: 'insight.fact.type',
    description: 'common.description',
    additionalSupportInfo: 'zones.additionalSupportInfo',
    imagePath: 'locations.imagePath',
    address: 'common.addressLine1',
    zip: 'common.zip',
    city: 'common.city',
    country: 'common.country',
    latitude: 'locations.latitude',
    longitude: 'locations.longitude',
    lengthMm: 'locations.lengthMm',
    widthMm: 'device-admin.width',
    upperLeftLatitude: 'locations.upperLeftLatitude',
    upperLeftLongitude: 'locations.upperLeftLongitude',
    upperRightLatitude: 'locations.upperRightLatitude',
    upperRightLongitude: 'locations.upperRightLongitude',
    lowerRightLatitude: 'locations.lowerRightLatitude',
    lowerRightLongitude: 'locations.lowerRightLongitude',
    lowerLeftLatitude: 'locations.lowerLeftLatitude',
    lowerLeftLongitude: 'locations.lowerLeftLongitude',
  },
  ['locationId', 'version', 'translations'],
)

export type LocationView = z.output<typeof read.reply>
/** What the form of a location holds. */
export type LocationValues = Omit<z.input<typeof edit.input>, 'locationId' | 'version'>

export const translatedTexts = [
  { name: 'description', maxLength: locationTexts.description, multiline: true },
  { name: 'additionalSupportInfo', maxLength: locationTexts.additionalSupportInfo, multiline: true },
]

export const emptyLocation: LocationValues = { ...newLocation, translations: { texts: {}, confirmed: [] } }

/** Returns the values of a location that is edited. */
export function locationValues({ id: _id, version: _version, translations, ...own }: LocationView): LocationValues {
  return { ...own, translations: { texts: translations.texts, confirmed: [] } }
}
