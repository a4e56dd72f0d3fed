import type { Knex } from 'knex'
import type * as z from 'zod'
import { editDevice } from '../../contract/devices/admin.ts'
import type { FieldIssue } from '../../contract/refusals.ts'
import { Device } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { moveMalfunctions } from '../../telemetry/malfunctions/move.ts'
import { lockSites } from '../claims/claim.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPlans } from '../sites/lock-plans.ts'
import { linkMethods } from './add.ts'
import {
  checkNamed,
  commandInFlight,
  hardwareIdTaken,
  liveReservations,
  lockGateways,
  movedMeanwhile,
  refuseFields,
} from './checks.ts'
import { deviceFields } from './fields.ts'
import { lockOpenedBy, publishOpenedBy } from './opened-by.ts'
import { publishDevice, roomsOfDevice } from './publish-device.ts'

type Input = z.output<typeof editDevice.input>

/** Identity and place of a device; only admins change them. */
const wiring = ['hardwareId', 'gatewayId', 'siteId', 'locationId', 'deviceTypeId', 'type'] as const
/** Fields of a device that a plan shows. */
const drawn = ['name', 'siteId', 'upperLeftXMm', 'upperLeftYMm', 'widthMm', 'heightMm'] as const

/** Changes a device (rules D-2 to D-4); fields that are not given stay as they are. */
export default handle(editDevice, async ({ input, actor, trx, refuse }) => {
  const { deviceId, accessMethodIds, ...fields } = input
  const before = await readKept(trx, deviceId, actor)
  if (!before) return refuse('not-found')
  checkAllowed(input, actor)
  await checkNamed(trx, { ...fields }, accessMethodIds)
  const sites = [...new Set([before.siteId, fields.siteId ?? before.siteId])]
  if (fields.siteId !== undefined || fields.deviceTypeId !== undefined) await lockSites(trx, sites)
  const holders = await lockOpenedBy(trx, deviceId, input)
  await lockPlans(trx, sites)
  await lockDevices(trx, [deviceId])
  await lockGateways(trx, [before.gatewayId, fields.gatewayId ?? before.gatewayId])
  const kept = await readKept(trx, deviceId, actor)
  if (!kept) return refuse('not-found')
  if (kept.siteId !== before.siteId || kept.gatewayId !== before.gatewayId) throw movedMeanwhile()
  const patch = deviceFields(fields)
  const next = { ...kept, ...patch }
  if (next.isMandatory && next.isOptional) refuseFields([{ path: 'isOptional', issue: 'field-not-offered' }])

  const rewired = next.gatewayId !== kept.gatewayId || next.hardwareId !== kept.hardwareId
  if (rewired && (await commandInFlight(trx, deviceId))) return refuse('command-in-flight')
  if (next.siteId !== kept.siteId || next.deviceTypeId !== kept.deviceTypeId) {
    const reservations = await liveReservations(trx, deviceId)
    if (reservations > 0) return refuse('device-in-use', { reservations, barriers: 0 })
  }
  if (rewired && (await hardwareIdTaken(trx, { ...next, exceptId: deviceId })))
    return refuse('hardware-id-taken', undefined, [{ path: 'hardwareId', issue: 'hardware-id-taken' }])

  const rooms = await roomsOfDevice(trx, deviceId)
  await Device.query(trx)
    .findById(deviceId)
    .patch({ ...patch, modifiedBy: actor.userId })
  if (accessMethodIds) await linkMethods(trx, deviceId, accessMethodIds)
  if (rewired) await handOutAgain(trx, [kept.gatewayId, next.gatewayId])
  const plans = drawn.some((field) => fields[field] !== undefined) ? sites : []
  await publishDevice(trx, deviceId, { before: rooms, plans, userId: actor.userId })
  if (next.siteId !== kept.siteId || next.gatewayId !== kept.gatewayId)
    await publish(trx, await moveMalfunctions(trx, deviceId))
  // Current watchers may no longer be allowed to see it.
  if (next.siteId !== kept.siteId) await trx.raw(`SELECT pg_notify('rights', '{"all": true}')`)
  await publishOpenedBy(trx, holders)
  return { deviceId }
})

function checkAllowed(input: Input, actor: UserActor): void {
  if (actor.features.has('BASIC_ADM')) return
  const issues: FieldIssue[] = wiring
    .filter((field) => input[field] !== undefined)
    .map((path) => ({ path, issue: 'field-admins-only' }))
  refuseFields(issues)
}

async function readKept(trx: Knex, deviceId: number, actor: UserActor): Promise<Device | undefined> {
  return Device.query(trx).findById(deviceId).modify('inUse').modify('visibleTo', actor)
}

/** Caching gateways get their reservations again, because these name devices by hardware id. */
async function handOutAgain(trx: Knex.Transaction, gatewayIds: readonly number[]): Promise<void> {
  await trx.raw(
    'INSERT INTO reservation_handouts (gateway_id) SELECT id FROM gateways WHERE id = ANY (?) AND allow_offline_caching',
    [[...gatewayIds]],
  )
}
