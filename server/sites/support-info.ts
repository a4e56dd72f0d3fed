/**
 * The contact of a site in SQL (aliases s and l, parameter language): what its first zone that has one says, otherwise its
 * location.
 */
export const supportInfoSql = `coalesce((
    select coalesce(nullif(z.translations -> :language::text ->> 'additionalSupportInfo', ''), z.additional_support_info)
    from site_zones sz join zones z on z.id = sz.zone_id
    where sz.site_id = s.id and z.additional_support_info is not null order by z.id limit 1),
  nullif(l.translations -> :language::text ->> 'additionalSupportInfo', ''), l.additional_support_info)`
