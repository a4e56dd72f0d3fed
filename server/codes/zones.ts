import { zones } from '../../contract/codes.ts'
import { type Tenant, Zone } from '../../db/models/people.ts'
import { Event } from '../../db/models/reservations.ts'
import { answer } from '../kernel/bus/handle.ts'

type WithTenant = Zone & { tenant: Tenant }

/** Returns the caller's private zones (admins: all) by name, each with its events to which a code may be bound. */
export default answer(zones, async ({ actor, trx }) => {
  const found = await Zone.query(trx)
    .modify('visibleTo', actor)
    .where('private', true)
    .orderByRaw('lower(name), id')
    .withGraphFetched('tenant(named)')
    .castTo<WithTenant[]>()
  const ids = found.map(({ id }) => id)
  const events = await Event.query(trx).whereIn('zone_id', ids).modify('kept').orderByRaw('lower(name), id')
  return found.map((zone) => ({ zone, tenant: zone.tenant, events: events.filter(({ zoneId }) => zoneId === zone.id) }))
})
