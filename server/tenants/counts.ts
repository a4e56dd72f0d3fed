import { raw } from 'objection'
import { Tenant } from '../../db/models/people.ts'
import { Site } from '../../db/models/sites.ts'

/** Of a company: how many users, zones, sites and bought products it has. */
export const counts = {
  users: () => Tenant.relatedQuery('users').count(),
  zones: () => Tenant.relatedQuery('zones').count(),
  sites: () =>
    Site.query()
      .where(
        raw(
          'sites.id in (select sz.site_id from site_zones sz join zones z on z.id = sz.zone_id where z.tenant_id = tenants.id)',
        ),
      )
      .count(),
  products: () => Tenant.relatedQuery('products').where('products.basic', false).count(),
}
