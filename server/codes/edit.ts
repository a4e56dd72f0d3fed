import { edit } from '../../contract/codes.ts'
import { Code } from '../../db/models/reservations.ts'
import { enrolByCodes, lockEvent } from '../access/enrolment.ts'
import { guessingWait } from '../access/guessing.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkTarget, meanings, valuesOf } from './values.ts'

/** Saves name, zone and access time of a code (rule A-7). Whoever entered it has the access that it gives now, and only that. */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { codeId, version, name, zoneId, eventId } = input
  const seconds = await guessingWait(trx, actor.userId)
  if (seconds !== null) return refuse('too-many-requests', { seconds })
  const row = Code.query(trx).findById(codeId).modify('visibleTo', actor)
  const kept = await lockVersion(trx, refuse, { row, seen: version, current: valuesOf })
  const before = kept.eventId
  // What was right when it was chosen may stay: the zone may have been opened, the access time deleted.
  const moved = zoneId !== kept.zoneId || eventId !== before
  const tenantId = moved ? (await checkTarget(trx, refuse, { actor, zoneId, eventId })).tenantId : kept.tenantId
  const events = [...new Set([before, eventId])].filter((each) => each !== null).sort((a, b) => a - b)
  for (const each of events) await lockEvent(trx, each)
  const saved = await translateConstraints(trx, refuse, meanings, () =>
    kept.$query(trx).patchAndFetch({ name, zoneId, eventId, tenantId, modifiedBy: actor.userId }),
  )
  if (before !== eventId) for (const each of events) await enrolByCodes(trx, each)
  return { codeId, version: saved.version }
})
