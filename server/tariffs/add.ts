import { add } from '../../contract/tariffs.ts'
import { Tenant } from '../../db/models/people.ts'
import { Tariff, TariffStage } from '../../db/models/reservations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { publishTariff } from './changes.ts'

/** Adds a tariff for a company whose zones the caller manages. */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  const { stages, ...own } = input
  const tenant = await Tenant.query(trx).findById(own.tenantId).modify('visibleTo', actor).forKeyShare()
  if (!tenant) return refuse('bad-input', undefined, [{ path: 'tenantId', issue: 'field-not-found' }])
  const by = { createdBy: actor.userId, modifiedBy: actor.userId }
  const { id: tariffId, version } = await Tariff.query(trx)
    .insert({ ...own, ...by })
    .returning(['id', 'version'])
  await TariffStage.query(trx).insert(stages.map((stage) => ({ tariffId, ...stage })))
  await publishTariff(trx, { id: tariffId, version, name: own.name, tenantId: own.tenantId })
  return { tariffId, version }
})
