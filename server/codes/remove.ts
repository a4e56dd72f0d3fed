import { remove } from '../../contract/codes.ts'
import { Code } from '../../db/models/reservations.ts'
import { enrolByCodes, lockEvent } from '../access/enrolment.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { handle } from '../kernel/bus/handle.ts'
import { valuesOf } from './values.ts'

/** Deletes a code of the caller's zones for everybody, and the enrolments that came with it (rule A-7). Reservations stay. */
export default handle(remove, async ({ input, actor, trx, refuse }) => {
  const { codeId, version } = input
  const row = Code.query(trx).findById(codeId).modify('visibleTo', actor)
  const code = await lockVersion(trx, refuse, { row, seen: version, current: valuesOf, forRemoval: true })
  await lockEvent(trx, code.eventId)
  await code.$query(trx).delete()
  await enrolByCodes(trx, code.eventId)
  return { codeId }
})
