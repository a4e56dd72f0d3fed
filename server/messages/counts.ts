import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { counts } from '../../contract/messages.ts'
import { rooms } from '../../contract/rooms.ts'
import { publish } from '../../db/outbox.ts'
import { many, prepared } from '../../db/sql.ts'
import { roomsOf } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'

/** Number of queued and failed messages in the caller's zones. */
export default watching(counts, {
  rooms: async ({ actor }) => roomsOf(actor),
  snapshot: async ({ actor, trx }) => readCounts(trx, actor.seesAll ? [everything] : actor.zoneIds, '0'),
})

/** The row for callers who see everything. */
const everything = 0
/** Advisory lock key, the same in every process: counts are taken one after the other, so a newer version is a newer count. */
const countLock = '727003, 1'

/** Pushes the current counts to the screens of these sites. */
export async function publishCounts(knex: Knex, siteIds: readonly (number | null)[]): Promise<void> {
  await knex.transaction(async (trx) => publish(trx, await countChanges(trx, siteIds)))
}

/** Returns the changes to publish after messages of these sites were queued, sent, or failed. */
export async function countChanges(
  trx: Knex.Transaction,
  siteIds: readonly (number | null)[],
): Promise<RoomChange<'messageCounts'>[]> {
  await trx.raw(`select pg_advisory_xact_lock(${countLock})`)
  const sql = 'select distinct zone_id as id from site_zones where site_id = any (?)'
  const zones = await many<{ id: number }>(trx, sql, [siteIds.filter((id) => id !== null)])
  return readCounts(trx, [everything, ...zones.map(({ id }) => id)], `nextval('change_version')`)
}

async function readCounts(
  trx: Knex,
  zoneIds: readonly number[],
  version: '0' | `nextval('change_version')`,
): Promise<RoomChange<'messageCounts'>[]> {
  const found = await prepared<{ id: number; version: number; queued: number; failed: number; movedAt: string }>(
    trx,
    `select wanted.id, ${version}::bigint as version, ${wireTime('clock_timestamp()')} as "movedAt",
       count(n.id) filter (where n.state = 'queued')::int as queued, count(n.id) filter (where n.state = 'failed')::int as failed
     from unnest(?::int[]) as wanted (id)
     left join messages n on n.state in ('queued', 'failed')
       and (wanted.id = ${everything} or n.site_id in (select site_id from site_zones where zone_id = wanted.id))
     group by wanted.id`,
    [[...zoneIds]],
  )
  return found.map(({ id, version: drawn, ...view }) => {
    const room = id === everything ? rooms.all() : rooms.zone(id)
    return change('messageCounts', { id, version: drawn, view, rooms: [room] })
  })
}
