import { remove } from '../../contract/tariffs.ts'
import { Event, Tariff } from '../../db/models/reservations.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishRemovedTariff } from './changes.ts'
import { removal } from './removal.ts'
import { fieldsOf } from './rows.ts'
import { refuseUsedElsewhere } from './used-elsewhere.ts'

/** Removes a tariff that no access time uses. Access times that were deleted before let go of it. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { tariffId, version: seen } = input
  const row = Tariff.query(trx).findById(tariffId).modify('visibleTo', actor)
  const current = (kept: Tariff) => fieldsOf(trx, kept)
  const tariff = await lockVersion(trx, refuse, { row, seen, current, forRemoval: true })
  await refuseUsedElsewhere(trx, actor, tariffId, refuse)
  const users = () => Event.query(trx).where({ tariff_id: tariffId })
  await refuseDependants(refuse, removal.dependants(trx, [tariffId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: tariffId, seen: input.world, now })
  await users().patch({ tariffId: null })
  await tariff.$query(trx).delete()
  await publishRemovedTariff(trx, tariff)
  return { tariffId }
})
