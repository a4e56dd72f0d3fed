import type { Knex } from 'knex'
import type * as z from 'zod'
import type { edit } from '../../contract/sites/admin.ts'
import { Zone } from '../../db/models/people.ts'
import type { Site } from '../../db/models/sites.ts'
import { translationsOf } from '../admin/translations.ts'

/** The texts of a site that have translations. */
export const ownTexts = ({ description, directions }: Pick<Site, 'description' | 'directions'>) => ({
  description,
  directions,
})

/** Returns the zones of a site by name. */
export async function zonesOf(trx: Knex, siteId: number): Promise<{ id: number; name: string }[]> {
  const ofSite = trx('site_zones').select('zone_id').where('site_id', siteId)
  return (await Zone.query(trx).whereIn('id', ofSite).orderByRaw('lower(name), id')).map(({ id, name }) => ({
    id,
    name,
  }))
}

/** Returns the fields of a site that are its own columns. */
export const columnsOf = (site: Site) => ({
  name: site.name,
  fullName: site.fullName,
  ...ownTexts(site),
  locationId: site.locationId,
  timeZone: site.timeZone,
  type: site.type,
  monitoring: site.monitoring,
  visualizationEnabled: site.visualizationEnabled,
  licencePlateMandatory: site.licencePlateMandatory,
  scsPlId: site.scsPlId,
  capacity: site.capacity,
  geofenceM: site.geofenceM,
})

type Values = Omit<z.output<typeof edit.input>, 'siteId' | 'version'>

/** Returns what a site holds now, in the shape of the command's input. */
export async function valuesOf(trx: Knex, site: Site): Promise<Values> {
  const { texts } = translationsOf(site.translations, ownTexts(site))
  const zoneIds = (await zonesOf(trx, site.id)).map(({ id }) => id)
  return { ...columnsOf(site), zoneIds, translations: { texts, confirmed: [] } }
}
