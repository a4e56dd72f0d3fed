import { read } from '../../contract/locations.ts'
import { Location } from '../../db/models/sites.ts'
import { translationsOf } from '../admin/translations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { columnsOf, ownTexts } from './values.ts'

/** One location. */
export default answer(read, async ({ input, trx, refuse }) => {
  const location = await Location.query(trx).findById(input.locationId)
  if (!location) return refuse('not-found')
  const translations = translationsOf(location.translations, ownTexts(location))
  return { id: location.id, version: location.version, ...columnsOf(location), translations }
})
