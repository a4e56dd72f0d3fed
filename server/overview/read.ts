import type * as z from 'zod'
import { maxCount } from '../../contract/list.ts'
import { read } from '../../contract/overview.ts'
import { one } from '../../db/sql.ts'
import { editionOf } from '../../telemetry/storage/storage.ts'
import { answer } from '../kernel/bus/handle.ts'
import { diskOf } from '../operation/disk.ts'
import { ownLoad } from './load.ts'

type Reply = z.input<typeof read.reply>
type Counts = Pick<
  Reply,
  'companies' | 'sites' | 'gateways' | 'malfunctions' | 'today' | 'jobs' | 'messages' | 'log' | 'processes'
> & {
  bytes: number
  growth: number | null
  schema: string | null
  postgresql: string
}

/** Rows counted by an index, up to the bound of lists. */
const upTo = (rows: string) => `(select count(*)::int from (select from ${rows} limit ${maxCount}) counted)`

const counting = `
  with home as (select coalesce((select time_zone from tenants order by id limit 1), 'UTC') as zone),
  day as (select zone, (date_trunc('day', :now::timestamptz at time zone zone)) at time zone zone as begins from home)
  select
    json_build_object('all', (select count(*)::int from tenants),
      'licenceOver', (select count(*)::int from tenants where license_end < (:now::timestamptz at time zone time_zone)::date)) as companies,
    (select count(*)::int from sites) as sites,
    (select json_build_object('all', count(*)::int, 'linked', count(*) filter (where linked)::int,
      'silent', count(*) filter (where monitoring and (last_message_at is null or last_message_at < :now::timestamptz - interval '3 hours'))::int)
      from gateways) as gateways,
    (select json_build_object('open', count(*)::int, 'errors', count(*) filter (where severity = 'error')::int)
      from malfunctions where closed_at is null) as malfunctions,
    (select json_build_object('timeZone', zone,
      'reservations', ${upTo(`reservations where parent_id is null and state = 'RESERVED'
        and starts_at >= day.begins and starts_at < day.begins + interval '1 day'`)},
      'revenueCents', (select coalesce(sum(case kind when 'refund' then -amount_cents else amount_cents end), 0)::int
        from transactions where created_at >= day.begins and kind in ('booking', 'extension', 'refund')))
      from day) as today,
    json_build_object('late', ${upTo(`graphile_worker.jobs where attempts < max_attempts and locked_at is null
        and run_at < :now::timestamptz - interval '1 minute'`)},
      'failed', ${upTo('graphile_worker.jobs where attempts >= max_attempts and locked_at is null')}) as jobs,
    json_build_object('queued', ${upTo(`messages where state = 'queued'`)}, 'failed', ${upTo(`messages where state = 'failed'`)}) as messages,
    json_build_object('errors', ${upTo(`database_logs where at > :now::timestamptz - interval '1 day' and level in ('error', 'fatal')`)},
      'warnings', ${upTo(`database_logs where at > :now::timestamptz - interval '1 day' and level = 'warn'`)}) as log,
    (select json_build_object('alive', count(*) filter (where heartbeat_at >= now() - interval '12 seconds')::int,
      'late', count(*) filter (where heartbeat_at < now() - interval '12 seconds')::int) from processes) as processes,
    pg_database_size(current_database()) as bytes,
    (select (max(sum) - min(sum))::float8 / nullif(max(day) - min(day), 0) from (
      select day, sum(bytes) from table_sizes where day > (:now::timestamptz)::date - 31 group by day) days) as growth,
    (select name from migrations order by id desc limit 1) as schema,
    current_setting('server_version') as postgresql`

/** Returns the installation at a glance. */
export default answer(read, async ({ trx, now, context: { config } }) => {
  const { bytes, growth, schema, postgresql, ...counts } = await one<Counts>(trx, counting, { now })
  const { version } = await editionOf(trx)
  const disk = config.databaseUrl === undefined ? await diskOf(config.dir) : null
  const grows = growth !== null && growth > 0
  return {
    asOf: now.toISOString(),
    ...counts,
    storage: {
      bytes: Number(bytes),
      growthPerDay: growth === null ? null : Math.round(growth),
      freeBytes: disk?.free ?? null,
      daysLeft: disk !== null && grows ? Math.floor(disk.free / growth) : null,
    },
    load: ownLoad(),
    versions: { holdfast: config.version, postgresql, timescale: version, node: process.versions.node, schema },
    configured: {
      mail: config.mail !== null,
      sms: config.sms !== null,
      payments: config.paymentProvider === 'none' ? ('none' as const) : ('test' as const),
    },
  }
})
