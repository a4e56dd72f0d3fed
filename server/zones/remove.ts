import { remove } from '../../contract/zones.ts'
import { Zone } from '../../db/models/people.ts'
import { Event } from '../../db/models/reservations.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishMe } from './links.ts'
import { removal } from './removal.ts'

/** Removes a zone (rule Z-3). Refused, with names, while sites, people, access times, codes, documents, blocks or maintenance depend on it. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { zoneId, version } = input
  const zone = await lockVersion(trx, refuse, {
    row: Zone.query(trx).findById(zoneId).modify('visibleTo', actor),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  await refuseDependants(refuse, removal.dependants(trx, [zoneId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: zoneId, seen: input.world, now })
  await Event.query(trx).delete().where('zone_id', zoneId)
  await zone.$query(trx).delete()
  if (!actor.seesAll) await publishMe(trx, [actor.userId])
  return { zoneId }
})
