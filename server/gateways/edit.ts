import { edit } from '../../contract/gateways.ts'
import { Gateway } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { gatewayChanges } from '../../telemetry/views/gateway.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkSite, meanings, valuesOf } from './values.ts'

/** Saves all fields of a gateway (rule D-14). Its name changes on every open screen with the commit. */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { gatewayId, version, ...fields } = input
  await checkSite(trx, refuse, fields.siteId)
  const row = Gateway.query(trx).findById(gatewayId)
  const kept = await lockVersion(trx, refuse, { row, seen: version, current: valuesOf })
  const saved = await translateConstraints(trx, refuse, meanings, () =>
    kept.$query(trx).patchAndFetch({ ...fields, modifiedBy: actor.userId }),
  )
  await publish(trx, await gatewayChanges(trx, [gatewayId]))
  return { gatewayId, version: saved.version }
})
