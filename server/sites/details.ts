import type { Knex } from 'knex'
import { type QueryBuilder, ref } from 'objection'
import type { SiteItem } from '../../contract/sites.ts'
import { Malfunction } from '../../db/models/control.ts'
import { Site } from '../../db/models/sites.ts'
import { containing } from '../kernel/sql.ts'

export interface SiteDetails extends SiteItem {
  description: string | null
  directions: string | null
  source: string | null
}
export type SiteRow = Site & { deviceCount: number; malfunctionCount: number }

/** Sites by name, with address, zones and counts of devices and open malfunctions. */
export function siteRows(trx: Knex): QueryBuilder<SiteRow> {
  return Site.query(trx)
    .select('sites.*', Site.relatedQuery('devices').modify('inUse').count().as('device_count'))
    .select(
      Malfunction.query().where('site_id', ref('sites.id')).whereNull('closed_at').count().as('malfunction_count'),
    )
    .withGraphFetched('[location, zones]')
    .modifyGraph('zones', (zones) => {
      void zones.orderBy(['zones.name', 'zones.id'])
    })
    .orderByRaw('lower(sites.name), sites.id') as unknown as QueryBuilder<SiteRow>
}

/** One page of the sites that have the text in their name, address or city; pages count from 1. */
export function sitesFound(
  sites: QueryBuilder<SiteRow>,
  { query, page, limit }: { query: string; page: number; limit: number },
) {
  return sites
    .leftJoinRelated('location')
    .whereRaw(`concat_ws(' ', sites.name, sites.full_name, location.address, location.city) ilike ?`, [
      containing(query),
    ])
    .page(page - 1, limit)
}

/** A site as people see it. */
export function siteDetails({ location, zones = [], ...site }: SiteRow): SiteDetails {
  return {
    id: site.id,
    name: site.fullName ?? site.name,
    type: site.type ?? '',
    address: location?.address ?? null,
    city: location?.city ?? null,
    timeZone: site.timeZone,
    visualizationEnabled: site.visualizationEnabled,
    zones: zones.map(({ id, name }) => ({ id, name })),
    devices: site.deviceCount,
    malfunctions: site.malfunctionCount,
    description: site.description,
    directions: site.directions,
    source: site.source,
  }
}
