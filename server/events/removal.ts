import { remove } from '../../contract/events.ts'
import { Code, Event } from '../../db/models/reservations.ts'
import { many } from '../../db/sql.ts'
import type { Removal } from '../effects/removal.ts'

/**
 * How access times are deleted (rule EV-4): their rows stay for what was booked with them. It stays booked, but an
 * extension needs the access time (rule L-8).
 */
export const removal: Removal = {
  entity: 'event',
  table: 'events',
  access: remove.access,
  destructive: true,
  names: async (trx, ids, actor) =>
    (
      await Event.query(trx)
        .findByIds([...ids])
        .modify('visibleTo', actor)
        .modify('kept')
    ).map(({ name }) => name),
  dependants: (trx, ids) => [{ kind: 'code', rows: Code.query(trx).whereIn('event_id', [...ids]) }],
  booked: (ids) => ({ sql: 'r.event_id = any (:eventIds)', values: { eventIds: [...ids] } }),
  losers: async (trx, ids) => {
    const sql = 'select distinct user_id as id from event_users where event_id = any (:ids) order by 1'
    return (await many<{ id: number }>(trx, sql, { ids: [...ids] })).map(({ id }) => id)
  },
  stays: () => Promise.resolve(true),
}
