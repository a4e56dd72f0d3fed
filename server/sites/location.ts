import { location } from '../../contract/sites/admin.ts'
import { answer } from '../kernel/bus/handle.ts'
import { locationFor } from './location-for.ts'
import { placeName } from './place-name.ts'

/** A location that the caller can choose for a site. */
export default answer(location, async ({ input, actor, trx, refuse }) => {
  const found = await locationFor(trx, actor, input.locationId)
  if (!found) return refuse('not-found')
  const { id, address, zip, city, latitude, longitude } = found
  return { id, name: placeName(found), address, zip, city, latitude, longitude }
})
