import type { Knex } from 'knex'
import { claims } from '../../contract/reservations/book.ts'
import type { ClaimView } from '../../contract/reservations/view.ts'
import { rooms } from '../../contract/rooms.ts'
import { many } from '../../db/sql.ts'
import { readZoneAccess } from '../access/zone-access.ts'
import { expired } from '../claims/facts.ts'
import { mayOperate } from '../claims/own.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { watching } from '../kernel/bus/handle.ts'
import { wireTime } from '../kernel/sql.ts'

/** Maximum number of claims shown at once; longer spans are requested in parts. */
const most = 5_000

/**
 * Claimed spans where the caller may book or operate. Rooms are per zone, so pushes may lie outside of the span or
 * site.
 */
export default watching(claims, {
  rooms: async ({ input, actor, trx, refuse }) => {
    const zoneIds = await zonesOf(trx, actor, input.siteId)
    if (input.siteId !== undefined && zoneIds.length === 0 && !actor.seesAll) return refuse('not-found')
    return actor.seesAll ? [rooms.claimsOfAll()] : zoneIds.map(rooms.claims)
  },
  snapshot: async ({ input, actor, trx, now }) => {
    const zoneIds = actor.seesAll ? null : await zonesOf(trx, actor, input.siteId)
    const rows = await many<ClaimView & { version: number }>(
      trx,
      `select r.id, r.version, r.site_id as "siteId", r.device_id as "deviceId", ${wireTime('r.starts_at')} as start, ${wireTime('r.ends_at')} as end,
         case r.state when 'CREATED' then 'held' else 'taken' end as state,
         case when r.state = 'CREATED' then ${wireTime('r.held_until')} end as "heldUntil"
       from reservations r
       where r.state in ('CREATED', 'RESERVED') and not r.shared and r.span && tstzrange(:start, :end, '[)') and not ${expired('r')}
         and r.site_id in (select s.id from sites s where (:siteId::int is null or s.id = :siteId::int)
           and (:zoneIds::int[] is null or exists (select from site_zones z where z.site_id = s.id and z.zone_id = any (:zoneIds::int[]))))
       order by r.id limit ${most}`,
      { start: input.start, end: input.end, siteId: input.siteId ?? null, zoneIds, now },
    )
    return rows.map(({ version, ...view }) => ({ kind: 'claim', id: view.id, version, view, rooms: [] }))
  },
})

/** Returns the zones whose claims the actor may see: where they may book, and where they operate. */
async function zonesOf(trx: Knex, actor: UserActor, siteId: number | undefined): Promise<number[]> {
  const zones = await readZoneAccess(trx, actor, siteId === undefined ? null : [siteId])
  const operated = mayOperate(actor) ? new Set(actor.zoneIds) : new Set<number>()
  return zones.filter(({ id, open }) => open || operated.has(id)).map(({ id }) => id)
}
