import type { Knex } from 'knex'
import { remove } from '../../contract/zones.ts'
import { MaintenancePeriod } from '../../db/models/control.ts'
import { Document } from '../../db/models/media.ts'
import { User, Zone } from '../../db/models/people.ts'
import { BlockedUser, Code, Event, Reservation } from '../../db/models/reservations.ts'
import { Site } from '../../db/models/sites.ts'
import type { Removal } from '../effects/removal.ts'

/** How zones are deleted (rule Z-3): without sites, people, access times, codes, documents, blocks or maintenance. */
export const removal: Removal = {
  entity: 'zone',
  table: 'zones',
  access: remove.access,
  destructive: true,
  names: async (trx, ids, actor) =>
    (
      await Zone.query(trx)
        .findByIds([...ids])
        .modify('visibleTo', actor)
    ).map(({ name }) => name),
  dependants: (trx, ids, { actor, now }) => {
    const own = <Q extends { whereIn(column: string, values: readonly number[]): Q }>(query: Q) =>
      query.whereIn('zone_id', ids)
    const events = own(Event.query(trx))
    return [
      { kind: 'site', rows: Site.query(trx).whereIn('id', linked(trx, 'site_zones', 'site_id', ids)) },
      // A manager may remove a zone that has no other manager.
      {
        kind: 'user',
        rows: User.query(trx)
          .whereIn('id', linked(trx, 'user_zones', 'user_id', ids))
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
    ]
  },
}

const linked = (trx: Knex, table: string, column: string, zoneIds: readonly number[]) =>
  trx(table)
    .select(column)
    .whereIn('zone_id', [...zoneIds])
