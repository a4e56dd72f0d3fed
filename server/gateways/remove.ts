import type { Knex } from 'knex'
import { change } from '../../contract/changes.ts'
import { remove } from '../../contract/gateways.ts'
import { rooms } from '../../contract/rooms.ts'
import { Malfunction } from '../../db/models/control.ts'
import { Barrier, Device, Gateway } from '../../db/models/sites.ts'
import { nextVersion, publish } from '../../db/outbox.ts'
import { closeMalfunctions } from '../../telemetry/malfunctions/malfunctions.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { handle } from '../kernel/bus/handle.ts'

/** Maximum number of devices, parking lots and barriers that are named. */
const maxNamed = 100

/** Retired devices and the command log keep their gateway for good. */
const remembered = {
  devices_gateway_id_fkey: { code: 'gateway-remembered' },
  device_commands_gateway_id_fkey: { code: 'gateway-remembered' },
} as const

/** Removes a gateway with its tokens (rule D-15). Refused, with names, while devices, parking lots or barriers hang on it. */
export default handle(remove, async ({ input, trx, now, refuse }) => {
  const { gatewayId, version } = input
  const gateway = await lockVersion(trx, refuse, {
    row: Gateway.query(trx).findById(gatewayId),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  const devices = () => Device.query(trx).modify('inUse').where('gateway_id', gatewayId)
  await refuseDependants(
    refuse,
    [
      { kind: 'device', rows: devices().whereNot('type', 'PARKING_LOT'), maxNamed },
      { kind: 'barrier', rows: Barrier.query(trx).where('gateway_id', gatewayId), nameColumn: 'description', maxNamed },
      { kind: 'parking-lot', rows: devices().where('type', 'PARKING_LOT'), maxNamed },
    ],
    'gateway-in-use',
  )
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
