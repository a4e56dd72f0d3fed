import type { Knex } from 'knex'
import { remove } from '../../contract/zones.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { Document } from '../../db/models/media.ts'
import { User, Zone } from '../../db/models/people.ts'
import { BlockedUser, Code, Event, Reservation } from '../../db/models/reservations.ts'
import { Site } from '../../db/models/sites.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishMe } from './links.ts'

/** Removes a zone (rule Z-3). Refused, with names, while sites, people, access times, codes, documents, blocks or maintenance depend on it. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { zoneId, version } = input
  const zone = await lockVersion(trx, refuse, {
    row: Zone.query(trx).findById(zoneId).modify('visibleTo', actor),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  const own = <Q extends { where(column: string, value: number): Q }>(query: Q) => query.where('zone_id', zoneId)
  const events = own(Event.query(trx))
  await refuseDependants(refuse, [
    { kind: 'site', rows: Site.query(trx).whereIn('id', linked(trx, 'site_zones', 'site_id', zoneId)) },
    // A manager may remove a zone that has no other manager.
    {
      kind: 'user',
      rows: User.query(trx)
        .whereIn('id', linked(trx, 'user_zones', 'user_id', zoneId))
        .whereNot('id', actor.seesAll ? 0 : actor.userId),
      nameColumn: 'username',
    },
    { kind: 'event', rows: events.clone().modify('kept') },
    { kind: 'code', rows: own(Code.query(trx)) },
    { kind: 'document', rows: own(Document.query(trx)) },
    {
      kind: 'maintenance-period',
      rows: own(MaintenancePeriod.query(trx)).modify('plannedOrActive', now),
      nameColumn: 'reason',
    },
    { kind: 'blocked-user', rows: own(BlockedUser.query(trx)).where('state', 'blocked'), nameColumn: 'block_reason' },
    // Deleted access times stay for the reservations made with them.
    {
      kind: 'reservation',
      rows: Reservation.query(trx).whereIn('event_id', events.clone().select('id')),
      nameColumn: 'number',
    },
  ])
  await events.delete()
  await zone.$query(trx).delete()
  if (!actor.seesAll) await publishMe(trx, [actor.userId])
  return { zoneId }
})

const linked = (trx: Knex, table: string, column: string, zoneId: number) =>
  trx(table).select(column).where('zone_id', zoneId)
