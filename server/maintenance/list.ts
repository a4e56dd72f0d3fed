import { type QueryBuilder, raw } from 'objection'
import { list, type PeriodRow, type PeriodStatus } from '../../contract/maintenance.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { answerList } from '../lists/answer-list.ts'
import { type CsvColumn, csvTime } from '../lists/csv.ts'
import { heads } from '../lists/heads.ts'

type Found = MaintenancePeriod & {
  targetName: string
  deviceSiteId: number | null
  deviceSiteName: string | null
  timeZone: string
  creator: string | null
  status: PeriodStatus
  affected: number
  pending: number
}

const period = 'maintenance_periods'
const targetName = 'coalesce(d.name, s.name, z.name)'
const siteName = 'coalesce(ds.full_name, ds.name)'
/** SQL: when a period ended or will end. */
const endsAt = `least(${period}.revoked_at, ${period}.ends_at)`
/** SQL: the status of a period at :now. */
const statusSql = `case when ${period}.revoked_at is not null or ${period}.ends_at <= :now then 'over'
  when ${period}.starts_at > :now then 'planned' else 'active' end`
/** SQL: the place of a period among all: active ones, the latest first; planned ones, the next first; past ones, the latest first. */
const placeSql = `case ${statusSql} when 'active' then -extract(epoch from ${period}.starts_at)
  when 'planned' then 1e10 + extract(epoch from ${period}.starts_at) else 3e10 - extract(epoch from ${endsAt}) end`
const coveringSite = `(${period}.site_id = :siteId or d.site_id = :siteId
  or ${period}.zone_id in (select zone_id from site_zones where site_id = :siteId))`
const affectedSql = (where = 'true') =>
  `(select count(*)::int from reservation_maintenance_periods p where p.maintenance_period_id = ${period}.id and ${where})`

const csv: readonly CsvColumn<PeriodRow>[] = [
  { head: heads.name, cell: ({ target }) => target.name },
  { head: heads.kind, cell: ({ scope }) => scope },
  { head: heads.site, cell: ({ site }) => site?.name ?? null },
  { head: heads.state, cell: ({ status }) => status },
  { head: heads.start, cell: ({ start, timeZone }) => csvTime(start, timeZone) },
  { head: heads.end, cell: ({ end, timeZone }) => (end ? csvTime(end, timeZone) : null) },
  { head: heads.timeZone, cell: ({ timeZone }) => timeZone },
  { head: heads.reason, cell: ({ reason }) => reason },
  { head: heads.description, cell: ({ description }) => description },
  { head: heads.reservations, cell: ({ affected }) => affected },
  { head: heads.created, cell: ({ createdAt, timeZone }) => csvTime(createdAt, timeZone) },
  { head: heads.person, cell: ({ createdBy }) => createdBy },
]

/** Periods that cover something in the caller's zones (rule MT-13). The search looks in names, texts and who set it. */
export default answerList(list, {
  query: ({ trx, actor, now, input: { filters } }) => {
    const found = MaintenancePeriod.query(trx)
      .whereIn(`${period}.id`, MaintenancePeriod.query().modify('visibleTo', actor).select('id'))
      .leftJoin('devices as d', 'd.id', `${period}.device_id`)
      .leftJoin('sites as ds', 'ds.id', 'd.site_id')
      .leftJoin('sites as s', 's.id', `${period}.site_id`)
      .leftJoin('zones as z', 'z.id', `${period}.zone_id`)
      .leftJoin('users as u', 'u.id', `${period}.created_by`)
      .select(`${period}.*`, 'ds.id as device_site_id')
      .select(raw(targetName).as('target_name'), raw(siteName).as('device_site_name'))
      .select(raw(statusSql, { now }).as('status'), raw(affectedSql()).as('affected'))
      .select(raw(affectedSql(`p.outcome = 'pending'`)).as('pending'))
      .select(raw(`coalesce(nullif(u.full_name, ''), u.username)`).as('creator'))
      .select(
        raw(`coalesce(ds.time_zone, s.time_zone, (select zs.time_zone from sites zs join site_zones sz on sz.site_id = zs.id
          where sz.zone_id = z.id order by zs.id limit 1), 'Europe/Berlin')`).as('time_zone'),
      )
    if (filters.status !== undefined) found.whereRaw(`${statusSql} = :status`, { now, status: filters.status })
    if (filters.scope !== undefined) found.where(`${period}.scope`, filters.scope)
    if (filters.siteId !== undefined) found.whereRaw(coveringSite, { siteId: filters.siteId })
    return found as unknown as QueryBuilder<Found>
  },
  id: `${period}.id`,
  search: [
    'd.name',
    's.name',
    's.full_name',
    'z.name',
    'ds.name',
    'ds.full_name',
    `${period}.reason`,
    `${period}.description`,
    'u.full_name',
    'u.username',
  ],
  sorts: {
    status: ({ now }) => raw(placeSql, { now }),
    target: raw(`lower(${targetName})`),
    site: raw(`lower(${siteName})`),
    start: `${period}.starts_at`,
    end: raw(`coalesce(${endsAt}, 'infinity')`),
    affected: raw(affectedSql()),
    createdAt: `${period}.created_at`,
  },
  row: ({ id, scope, reason, description, status, affected, pending, timeZone, ...row }) => ({
    ...{ id, scope, reason, description, status, affected, pending, timeZone },
    target: { id: row.deviceId ?? row.siteId ?? row.zoneId ?? 0, name: row.targetName },
    site: row.deviceSiteId === null ? null : { id: row.deviceSiteId, name: row.deviceSiteName ?? '' },
    start: row.startsAt.toISOString(),
    end: row.endsAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.creator,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  }),
  csv,
})
