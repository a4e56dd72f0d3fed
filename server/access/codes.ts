import { codes } from '../../contract/access.ts'
import type { Tenant, Zone } from '../../db/models/people.ts'
import { Code } from '../../db/models/reservations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { containing } from '../kernel/sql.ts'

type CodeRow = Code & { zone: Zone; tenant: Tenant; userCount: number }

/**
 * Returns the codes of the caller's zones (admins: all) by zone and name; `query` searches the names of code, zone,
 * company and event.
 */
export default answer(codes, async ({ input, actor, trx }) => {
  const found = await Code.query(trx)
    .modify('visibleTo', actor)
    .select('codes.*', Code.relatedQuery('users').count().as('user_count'))
    .joinRelated('[zone, tenant]')
    .leftJoinRelated('event')
    .whereRaw(`concat_ws(' ', codes.name, zone.name, tenant.name, event.name) ilike ?`, [containing(input.query)])
    .orderByRaw('lower(zone.name), zone.id, lower(codes.name)')
    .withGraphFetched('[zone(named), tenant(named), event(named)]')
    .castTo<CodeRow[]>()
  return found.map(({ event = null, userCount: users, ...code }) => ({ ...code, event, users }))
})
