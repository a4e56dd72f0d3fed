import { remove } from '../../contract/codes.ts'
import { Code } from '../../db/models/reservations.ts'
import { enrolByCodes, lockEvent } from '../access/enrolment.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { lockSitesOf } from '../effects/booked.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { removal } from './removal.ts'
import { valuesOf } from './values.ts'

/** Deletes a code of the caller's zones for everybody, and the enrolments that came with it (rule A-7). Reservations stay. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { codeId, version } = input
  if (input.world !== undefined) await lockSitesOf(trx, 'select zone_id from codes where id = :id', codeId)
  const row = Code.query(trx).findById(codeId).modify('visibleTo', actor)
  const code = await lockVersion(trx, refuse, { row, seen: version, current: valuesOf, forRemoval: true })
  await checkRemoval(trx, refuse, { removal, id: codeId, seen: input.world, now })
  await lockEvent(trx, code.eventId)
  await code.$query(trx).delete()
  await enrolByCodes(trx, code.eventId)
  return { codeId }
})
