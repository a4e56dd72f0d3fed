import { deviceOptions } from '../../contract/barriers.ts'
import { Device } from '../../db/models/sites.ts'
import { answer } from '../kernel/bus/handle.ts'
import { searchIn } from '../lists/search.ts'

/** Maximum number of devices that a search offers. */
const maxOptions = 50

/** Devices in use at a site of the caller's, by name. */
export default answer(deviceOptions, async ({ input, actor, trx }) => {
  const found = Device.query(trx)
    .where('site_id', input.siteId)
    .modify('inUse')
    .modify('visibleTo', actor)
    .orderByRaw('lower(name), id')
    .limit(maxOptions)
  searchIn(found, ['name', 'hardware_id'], input.search)
  return (await found).map(({ id, name }) => ({ id, name }))
})
