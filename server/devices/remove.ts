import type { Knex } from 'knex'
import { remove } from '../../contract/devices/admin.ts'
import { Malfunction } from '../../db/models/control.ts'
import { Device } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { closeMalfunctions } from '../../telemetry/malfunctions/malfunctions.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import { refuseDependants } from '../admin/dependants.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { lockSites } from '../claims/claim.ts'
import { checkRemoval } from '../effects/removal.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPlans } from '../sites/lock-plans.ts'
import { commandInFlight, lockGateways, movedMeanwhile } from './checks.ts'
import { publishDevice, roomsOfDevice } from './publish-device.ts'
import { isRemembered, removal } from './removal.ts'

/** Takes a device out of use (rule D-5): it stays for its history, but nobody can book or command it any more. */
export default handle(remove, async ({ input, actor, trx, now, refuse }) => {
  const { deviceId, version } = input
  const row = () => Device.query(trx).findById(deviceId).modify('inUse')
  const found = await row()
  if (!found) return refuse('not-found')
  await lockSites(trx, [found.siteId])
  await lockPlans(trx, [found.siteId])
  await lockDevices(trx, [deviceId])
  await lockGateways(trx, [found.gatewayId])
  const kept = await lockVersion(trx, refuse, {
    row: row(),
    seen: version,
    current: ({ name }) => ({ name }),
    forRemoval: true,
  })
  if (kept.siteId !== found.siteId || kept.gatewayId !== found.gatewayId) throw movedMeanwhile()
  if (await commandInFlight(trx, deviceId)) return refuse('command-in-flight')
  await refuseDependants(refuse, removal.dependants(trx, [deviceId], { actor, now }))
  await checkRemoval(trx, refuse, { removal, id: deviceId, seen: input.world, now })

  const rooms = await roomsOfDevice(trx, deviceId)
  const retired = await isRemembered(trx, [deviceId])
  if (retired) {
    await kept.$query(trx).patch({ retiredAt: now, modifiedBy: actor.userId })
    await closeAll(trx, deviceId, now)
  } else await kept.$query(trx).delete()
  await publishDevice(trx, deviceId, { before: rooms, plans: [kept.siteId], userId: actor.userId })
  return { deviceId, retired }
})

/** A retired device has no malfunctions (rule M-7). */
async function closeAll(trx: Knex.Transaction, deviceId: number, at: Date): Promise<void> {
  const open = await Malfunction.query(trx).where('device_id', deviceId).whereNull('closed_at').select('kind')
  const closed = await closeMalfunctions(
    trx,
    open.map(({ kind }) => ({ kind, deviceId, at })),
  )
  await publish(trx, await malfunctionChanges(trx, closed))
}
