import { contacts, type SiteContact } from '../../contract/help.ts'
import { prepared } from '../../db/sql.ts'
import { readZoneAccess } from '../access/zone-access.ts'
import { answerAnybody } from '../kernel/bus/handle.ts'
import { supportInfoSql } from '../sites/support-info.ts'

/** More are found by the search. */
const maxSites = 50

/**
 * Returns the contacts of the sites at which the caller may book (rule A-1) or has a reservation that is not over for more than a
 * day: somebody whose box is jammed may be late.
 */
export default answerAnybody(contacts, async ({ input, actor, trx, now }) => {
  const zones = await readZoneAccess(trx, actor)
  const rows = await prepared<SiteContact & { recordCount: number }>(trx, contactsSql, {
    language: actor?.language ?? input.language ?? null,
    userId: actor?.userId ?? 0,
    zoneIds: zones.filter(({ open }) => open).map(({ id }) => id),
    query: input.query,
    now,
  })
  const [first] = rows
  return { sites: rows.map(({ recordCount: _, ...site }) => site), recordCount: first?.recordCount ?? 0 }
})

const contactsSql = `
  select s.id as "siteId", coalesce(s.full_name, s.name) as site, l.address, l.zip, l.city, info.text, own.mine,
    count(*) over ()::int as "recordCount"
  from sites s left join locations l on l.id = s.location_id
  cross join lateral (select ${supportInfoSql} as text) info
  cross join lateral (select exists (select from reservations r
    where r.user_id = :userId and r.site_id = s.id and r.state = 'RESERVED' and r.ends_at > :now::timestamptz - interval '1 day') as mine) own
  where info.text is not null
    and (own.mine or exists (select from site_zones where site_id = s.id and zone_id = any (:zoneIds)))
    and (:query = '' or position(lower(:query) in lower(concat_ws(' ', coalesce(s.full_name, s.name), l.address, l.zip, l.city))) > 0)
  order by own.mine desc, lower(coalesce(s.full_name, s.name)), s.id limit ${maxSites}`
