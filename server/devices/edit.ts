import type { Knex } from 'knex'
import { edit, wiring } from '../../contract/devices/admin.ts'
import type { FieldIssue } from '../../contract/refusals.ts'
import { Device } from '../../db/models/sites.ts'
import { publish } from '../../db/outbox.ts'
import { lockDevices } from '../../telemetry/commands/transition.ts'
import { moveMalfunctions } from '../../telemetry/malfunctions/move.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { lockSites } from '../claims/claim.ts'
import type { UserActor } from '../kernel/bus/actor.ts'
import { handle } from '../kernel/bus/handle.ts'
import { lockPlans } from '../sites/lock-plans.ts'
import { linkMethods } from './add.ts'
import {
  checkNamed,
  commandInFlight,
  hardwareIdTaken,
  liveReservationsOf,
  lockGateways,
  movedMeanwhile,
  refuseFields,
} from './checks.ts'
import { isShownToHolders, lockOpenedBy, publishOpenedBy } from './opened-by.ts'
import { publishDevice, roomsOfDevice } from './publish-device.ts'
import { changedFields, columnsOf, type DeviceValues, valuesOf } from './values.ts'

/** Fields of a device that a plan shows. */
const drawn = ['name', 'siteId', 'upperLeftXMm', 'upperLeftYMm', 'widthMm', 'heightMm', 'rotationDeg'] as const

/** Saves all fields of a device (rules D-2 to D-4). */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { deviceId, version, ...fields } = input
  const row = () => Device.query(trx).findById(deviceId).modify('inUse').modify('visibleTo', actor)
  const lock = () => lockVersion(trx, refuse, { row: row(), seen: version, current: (now) => valuesOf(trx, now) })
  const before = await row()
  if (before?.version !== version) {
    await lock()
    throw movedMeanwhile()
  }
  const kept = await valuesOf(trx, before)
  const changed = changedFields(kept, fields)
  const changes = (...names: readonly (keyof DeviceValues)[]) => names.some((name) => changed.has(name))
  checkFields(fields, changed, actor)
  await checkNamed(trx, fields, fields.accessMethodIds)
  const sites = [...new Set([kept.siteId, fields.siteId])]
  if (changes('siteId', 'deviceTypeId')) await lockSites(trx, sites)
  const holders = isShownToHolders(changed) ? await lockOpenedBy(trx, [deviceId]) : []
  await lockPlans(trx, sites)
  await lockDevices(trx, [deviceId])
  await lockGateways(trx, [kept.gatewayId, fields.gatewayId])
  await lock()

  const rewired = changes('gatewayId', 'hardwareId')
  if (rewired && (await commandInFlight(trx, deviceId))) return refuse('command-in-flight')
  if (changes('siteId', 'deviceTypeId')) {
    const reservations = await liveReservationsOf(trx, [deviceId]).resultSize()
    if (reservations > 0) return refuse('device-in-use', { reservations })
  }
  if (rewired && (await hardwareIdTaken(trx, { ...fields, exceptId: deviceId })))
    return refuse('hardware-id-taken', undefined, [{ path: 'hardwareId', issue: 'hardware-id-taken' }])

  const rooms = await roomsOfDevice(trx, deviceId)
  const saved = await before.$query(trx).patchAndFetch({ ...columnsOf(fields), modifiedBy: actor.userId })
  await linkMethods(trx, deviceId, fields.accessMethodIds)
  if (rewired) await handOutAgain(trx, [kept.gatewayId, fields.gatewayId])
  await publishDevice(trx, deviceId, { before: rooms, plans: changes(...drawn) ? sites : [], userId: actor.userId })
  if (changes('siteId', 'gatewayId')) await publish(trx, await moveMalfunctions(trx, deviceId))
  // Current watchers may no longer be allowed to see it.
  if (changes('siteId')) await trx.raw(`SELECT pg_notify('rights', '{"all": true}')`)
  await publishOpenedBy(trx, holders)
  return { deviceId, version: saved.version }
})

/** Refuses what the caller may not change, and what contradicts itself. */
function checkFields(fields: DeviceValues, changed: ReadonlySet<keyof DeviceValues>, { features }: UserActor): void {
  const issues: FieldIssue[] = features.has('BASIC_ADM')
    ? []
    : wiring.filter((field) => changed.has(field)).map((path) => ({ path, issue: 'field-admins-only' }))
  if (fields.isMandatory && fields.isOptional) issues.push({ path: 'isOptional', issue: 'mandatory-not-optional' })
  refuseFields(issues)
}

/** Caching gateways get their reservations again, because these name devices by hardware id. */
async function handOutAgain(trx: Knex.Transaction, gatewayIds: readonly number[]): Promise<void> {
  await trx.raw(
    'INSERT INTO reservation_handouts (gateway_id) SELECT id FROM gateways WHERE id = ANY (?) AND allow_offline_caching',
    [[...gatewayIds]],
  )
}
