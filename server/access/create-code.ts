import { createCode } from '../../contract/access.ts'
import { Zone } from '../../db/models/people.ts'
import { Code, Event } from '../../db/models/reservations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { guessingWait } from './guessing.ts'

/**
 * Creates a code for one of the caller's private zones. Its name is unique over all zones in any case, because it alone
 * says which zone it opens.
 */
export default handle(createCode, async ({ input, actor, trx, refuse }) => {
  const { name, zoneId, eventId } = input
  const seconds = await guessingWait(trx, actor.userId)
  if (seconds !== null) return refuse('too-many-requests', { seconds })
  const zone = await Zone.query(trx).findById(zoneId).modify('visibleTo', actor).forKeyShare()
  if (!zone) return refuse('not-found')
  if (!zone.private) return refuse('zone-not-private')
  if (eventId !== null) {
    const event = await Event.query(trx).findOne({ id: eventId, zone_id: zoneId }).whereNull('deleted_at').forKeyShare()
    if (!event) return refuse('event-not-in-zone')
  }
  const by = { createdBy: actor.userId, modifiedBy: actor.userId }
  const made = { name, tenantId: zone.tenantId, zoneId, eventId, ...by }
  const { id: codeId }: { id?: number } = await Code.query(trx).insert(made).onConflict().ignore()
  // Whether a code exists elsewhere is worth guessing too.
  if (codeId === undefined) return refuse('code-exists', undefined, [{ path: 'name', issue: 'code-exists' }])
  return { codeId }
})
