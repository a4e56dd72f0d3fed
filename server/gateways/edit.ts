import { edit } from '../../contract/gateways.ts'
import { Gateway } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { gatewayChanges } from '../../telemetry/views/gateway.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { lockSitesOf } from '../effects/booked.ts'
import { checkWorld } from '../effects/effects.ts'
import { handle } from '../kernel/bus/handle.ts'
import { considerEdit } from './edit-effects.ts'
import { checkSite, meanings, valuesOf } from './values.ts'

/** SQL: the zones of the sites where the devices of a gateway are. */
const zonesOfGateway =
  'select sz.zone_id from devices d join site_zones sz on sz.site_id = d.site_id where d.gateway_id = :id'

/** Saves all fields of a gateway (rule D-14). Its name changes on every open screen with the commit. */
export default handle(edit, async ({ input, actor, trx, now, refuse }) => {
  const { gatewayId, version, world, ...fields } = input
  if (world !== undefined) await lockSitesOf(trx, zonesOfGateway, gatewayId)
  await checkSite(trx, refuse, fields.siteId)
  const row = Gateway.query(trx).findById(gatewayId)
  const kept = await lockVersion(trx, refuse, { row, seen: version, current: valuesOf })
  await checkWorld(refuse, world, () => considerEdit(trx, gatewayId, now))
  const saved = await translateConstraints(trx, refuse, meanings, () =>
    kept.$query(trx).patchAndFetch({ ...fields, modifiedBy: actor.userId }),
  )
  await publish(trx, await gatewayChanges(trx, [gatewayId]))
  return { gatewayId, version: saved.version }
})
