import { remove } from '../../contract/codes.ts'
import { Code } from '../../db/models/reservations.ts'
import { many } from '../../db/sql.ts'
import type { Removal } from '../effects/removal.ts'

/** How codes are deleted (rule A-7): for everybody who entered one. What they booked in its zone stays. */
export const removal: Removal = {
  entity: 'code',
  table: 'codes',
  access: remove.access,
  destructive: false,
  names: async (trx, ids, actor) =>
    (
      await Code.query(trx)
        .findByIds([...ids])
        .modify('visibleTo', actor)
    ).map(({ name }) => name),
  dependants: () => [],
  booked: (ids) => ({
    sql: `exists (select from codes c join user_codes uc on uc.code_id = c.id join events e on e.zone_id = c.zone_id
      where c.id = any (:codeIds) and uc.user_id = r.user_id and e.id = r.event_id
        and (c.event_id is null or c.event_id = e.id))`,
    values: { codeIds: [...ids] },
  }),
  outcome: 'stays',
  losers: async (trx, ids) => {
    const sql = 'select distinct user_id as id from user_codes where code_id = any (:ids) order by 1'
    return (await many<{ id: number }>(trx, sql, { ids: [...ids] })).map(({ id }) => id)
  },
}
