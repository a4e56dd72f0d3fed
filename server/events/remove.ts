import { remove } from '../../contract/events.ts'
import { Event } from '../../db/models/reservations.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { lockSitesOf } from '../effects/booked.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishRemoved } from './changes.ts'
import { removal } from './removal.ts'
import { valuesOf } from './values.ts'

/** Deletes an access time that no code opens: the row stays for what was booked with it (rule EV-4). */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { eventId, version } = input
  if (input.world !== undefined) await lockSitesOf(trx, 'select zone_id from events where id = :id', eventId)
  const event = await lockVersion(trx, refuse, {
    row: Event.query(trx).findById(eventId).modify('visibleTo', actor).modify('kept'),
    seen: version,
    current: (kept) => valuesOf(trx, kept),
    forRemoval: true,
  })
  await refuseDependants(refuse, removal.dependants(trx, [eventId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: eventId, seen: input.world, now })
  await event.$query(trx).patch({ deletedAt: now, modifiedBy: actor.userId })
  await publishRemoved(trx, event)
  return { eventId }
})
