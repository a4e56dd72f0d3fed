import type { Knex } from 'knex'
import { change } from '../../contract/changes.ts'
import { remove } from '../../contract/gateways.ts'
import { rooms } from '../../contract/rooms.ts'
import { Malfunction } from '../../db/models/control.ts'
import { Gateway } from '../../db/models/sites.ts'
import { nextVersion, publish } from '../../db/outbox.ts'
import { closeMalfunctions } from '../../telemetry/malfunctions/malfunctions.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { removal } from './removal.ts'

/** Retired devices and the command log keep their gateway for good. */
const remembered = {
  devices_gateway_id_fkey: { code: 'gateway-remembered' },
  device_commands_gateway_id_fkey: { code: 'gateway-remembered' },
} as const

/** Removes a gateway with its tokens (rule D-15). Refused, with names, while devices, parking lots or barriers hang on it. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { gatewayId, version } = input
  const gateway = await lockVersion(trx, refuse, {
    row: Gateway.query(trx).findById(gatewayId),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  await refuseDependants(refuse, removal.dependants(trx, [gatewayId], { actor, now }), 'gateway-in-use')
  await checkRemoval(trx, refuse, { removal, id: gatewayId, seen: input.world, now })
  await closeAll(trx, gatewayId, now)
  await translateConstraints(trx, refuse, remembered, () => gateway.$query(trx).delete())
  const gone = { id: gatewayId, version: await nextVersion(trx), view: null, rooms: [rooms.all()] }
  await publish(trx, [change('gateway', gone)])
  return { gatewayId }
})

/** Its malfunctions end, and are then deleted with it. */
async function closeAll(trx: Knex.Transaction, gatewayId: number, at: Date): Promise<void> {
  const open = await Malfunction.query(trx).where('gateway_id', gatewayId).whereNull('closed_at').select('kind')
  const closings = open.map(({ kind }) => ({ kind, gatewayId, at }))
  await publish(trx, await malfunctionChanges(trx, await closeMalfunctions(trx, closings)))
}
