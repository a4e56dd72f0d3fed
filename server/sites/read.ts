import { read } from '../../contract/sites/admin.ts'
import { Barrier, Device, Gateway, Site } from '../../db/models/sites.ts'
import { translationsOf } from '../admin/translations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { placeName } from './place-name.ts'
import { columnsOf, ownTexts, zonesOf } from './values.ts'

/** One site of the caller's zones, with what it refers to and counts of what stands there. */
export default answer(read, async ({ input, actor, trx, refuse }) => {
  const site = await Site.query(trx).findById(input.siteId).modify('visibleTo', actor).withGraphFetched('location')
  if (!site) return refuse('not-found')
  const { id, version, location } = site
  const zones = await zonesOf(trx, id)
  return {
    id,
    version,
    ...columnsOf(site),
    translations: translationsOf(site.translations, ownTexts(site)),
    location: location ? { id: location.id, name: placeName(location) } : null,
    zones,
    zoneIds: zones.map((zone) => zone.id),
    gateways: await Gateway.query(trx).where('site_id', id).resultSize(),
    devices: await Device.query(trx).modify('inUse').where('site_id', id).resultSize(),
    barriers: await Barrier.query(trx).where('site_id', id).resultSize(),
  }
})
