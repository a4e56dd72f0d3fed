import { list } from '../../contract/reservations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { common, given, matching, pageOf } from './list-filter.ts'
import { readReservations } from './view.ts'

/** The operators' list (rule L-16): main reservations at the sites of the actor's zones (admins: all), children inside of them. */
export default answer(list, async ({ input, actor, trx }) => {
  const { siteId, userId, number: exactly, query, reservableOnly } = input
  const zoneIds = actor.seesAll ? undefined : [...actor.zoneIds]
  const filters = [
    given('r.site_id in (select site_id from site_zones where zone_id = any (:zoneIds))', { zoneIds }),
    ...common(input),
    given('r.managed_by = :managedBy', { managedBy: input.managedByMe ? actor.userId : input.managedBy }),
    given('r.site_id = :siteId', { siteId }),
    given('r.user_id = :userId', { userId }),
    given('r.number = :exactly', { exactly }),
    matching(query, { people: true, children: !reservableOnly }),
  ]
  const { ids, recordCount } = await pageOf(trx, filters, input)
  const read = await readReservations(trx, ids)
  return { items: read.map(({ booking }) => booking), recordCount }
})
