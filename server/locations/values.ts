import type * as z from 'zod'
import type { edit } from '../../contract/locations.ts'
import type { Location } from '../../db/models/sites.ts'
import { translationsOf } from '../admin/translations.ts'

/** The texts of a location that have translations. */
export const ownTexts = ({
  description,
  additionalSupportInfo,
}: Pick<Location, 'description' | 'additionalSupportInfo'>) => ({ description, additionalSupportInfo })

/** Returns the fields of a location that are its own columns. */
export const columnsOf = (location: Location) => ({
  type: location.type,
  name: location.name,
  ...ownTexts(location),
  address: location.address,
  zip: location.zip,
  city: location.city,
  country: location.country,
  imagePath: location.imagePath,
  lengthMm: location.lengthMm,
  widthMm: location.widthMm,
  latitude: location.latitude,
  longitude: location.longitude,
  upperLeftLatitude: location.upperLeftLatitude,
  upperLeftLongitude: location.upperLeftLongitude,
  upperRightLatitude: location.upperRightLatitude,
  upperRightLongitude: location.upperRightLongitude,
  lowerLeftLatitude: location.lowerLeftLatitude,
  lowerLeftLongitude: location.lowerLeftLongitude,
  lowerRightLatitude: location.lowerRightLatitude,
  lowerRightLongitude: location.lowerRightLongitude,
})

type Values = Omit<z.output<typeof edit.input>, 'locationId' | 'version'>

/** Returns what a location holds now, in the shape of the command's input. */
export function valuesOf(location: Location): Values {
  const { texts } = translationsOf(location.translations, ownTexts(location))
  return { ...columnsOf(location), translations: { texts, confirmed: [] } }
}
