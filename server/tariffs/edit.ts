import { edit } from '../../contract/tariffs.ts'
import { Tariff, TariffStage } from '../../db/models/reservations.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { lockSitesOf } from '../effects/booked.ts'
import { checkWorld } from '../effects/effects.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishTariff } from './changes.ts'
import { considerEdit } from './edit-effects.ts'
import { fieldsOf } from './rows.ts'
import { refuseUsedElsewhere } from './used-elsewhere.ts'

/** SQL: the zones where a tariff is used. */
const zonesOfTariff = 'select zone_id from events where tariff_id = :id'

/** Changes a tariff. What was booked before keeps the stages that it was bought with. */
export default handle(edit, async ({ input, actor, trx, now, refuse }) => {
  const { tariffId, version: seen, world, stages, ...own } = input
  if (world !== undefined) await lockSitesOf(trx, zonesOfTariff, tariffId)
  const row = Tariff.query(trx).findById(tariffId).modify('visibleTo', actor)
  const tariff = await lockVersion(trx, refuse, { row, seen, current: (kept) => fieldsOf(trx, kept) })
  await refuseUsedElsewhere(trx, actor, tariffId, refuse)
  await checkWorld(refuse, world, () => considerEdit(trx, tariffId, now))
  await TariffStage.query(trx).delete().where({ tariff_id: tariffId })
  await TariffStage.query(trx).insert(stages.map((stage) => ({ tariffId, ...stage })))
  const saved = await tariff.$query(trx).patchAndFetch({ ...own, modifiedBy: actor.userId })
  await publishTariff(trx, saved)
  return { tariffId, version: saved.version }
})
