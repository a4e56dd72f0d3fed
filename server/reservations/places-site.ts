import type { Knex } from 'knex'
import type * as z from 'zod'
import type { BlockView, places } from '../../contract/reservations/book.ts'
import type { Language } from '../../contract/session.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import { readBlocks } from '../access/read-blocks.ts'
import { type Person, readZoneAccess } from '../access/zone-access.ts'
import { type Refuse, refuseField } from '../kernel/bus/refuse.ts'
import { sitePicturesSql } from '../media/view.ts'

export interface SiteInView {
  readonly site: z.input<typeof places.reply>['site']
  /** Zones that are open to the person and do not block them. */
  readonly zoneIds: readonly number[]
  /** Set if every open zone of the site blocks the person. */
  readonly blocked: BlockView | null
}

/**
 * Reads a site as a person may see it, even if blocked there. Refuses site-invalid (also if hidden from the person),
 * site-private.
 */
export async function lookAtSite(
  trx: Knex.Transaction,
  person: (Person & { readonly language: Language }) | null,
  siteId: number,
  refuse: Refuse<'site-invalid' | 'site-private'>,
): Promise<SiteInView> {
  const [[site], zones] = await pipelined([
    prepared<Omit<SiteInView['site'], 'private'>>(trx, siteSql, {
      language: person?.language ?? null,
      siteId,
    }),
    readZoneAccess(trx, person, [siteId]),
  ])
  if (!site || zones.length === 0) return refuseField(refuse, 'site-invalid', 'siteId')
  const open = zones.filter((zone) => zone.open)
  if (open.length === 0) return refuseField(refuse, 'site-private', 'siteId')
  const zoneIds = open.filter((zone) => !zone.blocked).map(({ id }) => id)
  const openIds = open.map(({ id }) => id)
  const [blocked] = person && zoneIds.length === 0 ? await readBlocks(trx, person.userId, openIds) : []
  return { site: { ...site, private: open.every((zone) => zone.private) }, zoneIds, blocked: blocked ?? null }
}

const siteSql = `
  select s.id, coalesce(s.full_name, s.name) as name, s.time_zone as "timeZone", l.address, l.zip, l.city, l.latitude, l.longitude,
    ${sitePicturesSql} as pictures,
    coalesce(s.translations -> :language::text ->> 'directions', s.directions) as directions,
    coalesce(s.translations -> :language::text ->> 'description', s.description) as description,
    coalesce((select coalesce(z.translations -> :language::text ->> 'additionalSupportInfo', z.additional_support_info) from site_zones sz join zones z on z.id = sz.zone_id
              where sz.site_id = s.id and z.additional_support_info is not null order by z.id limit 1),
      l.translations -> :language::text ->> 'additionalSupportInfo', l.additional_support_info) as "supportInfo"
  from sites s left join locations l on l.id = s.location_id where s.id = :siteId`
