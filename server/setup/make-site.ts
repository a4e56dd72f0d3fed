import type { Knex } from 'knex'
import type * as z from 'zod'
import { newDevice } from '../../contract/devices/admin.ts'
import { newGateway } from '../../contract/gateways.ts'
import { makeSite, maxMade } from '../../contract/setup.ts'
import { newSite } from '../../contract/sites/admin.ts'
import { Device, DeviceType } from '../../db/models/sites.ts'
import { numberedNames } from '../../machines/numbered-names.ts'
import { gridPlaces } from '../../machines/plan-grid.ts'
import { insertDevices } from '../devices/add.ts'
import { checkNamed, lockGateways } from '../devices/checks.ts'
import type { DeviceValues } from '../devices/values.ts'
import { addGateway } from '../gateways/add.ts'
import { handle } from '../kernel/bus/handle.ts'
import { passedOn, Refused, refuseField } from '../kernel/bus/refuse.ts'
import { addSite } from '../sites/add.ts'
import { lockPlans } from '../sites/lock-plans.ts'

type Input = z.output<typeof makeSite.input>

/** Makes a site, its gateway and its devices (rule SU-4) as if each had been added alone. */
export default handle(makeSite, async ({ input, actor, trx, now, refuse }) => {
  const { name, zoneIds, locationId, timeZone, gatewayId: chosenId, gateway, deviceTypeId, accessMethodIds } = input
  await checkNamed(trx, { deviceTypeId, gatewayId: chosenId }, accessMethodIds)
  const devices = devicesOf(input)
  const shown = { translations: { texts: {}, confirmed: [] }, visualizationEnabled: true, capacity: devices.length }
  const site = { ...newSite, ...shown, name, zoneIds, locationId, timeZone }
  const siteId = await addSite(trx, refuse, { input: site, actor, now })
  const gatewayId =
    chosenId ??
    (await within('gateway', () =>
      addGateway(trx, refuse, {
        input: { ...newGateway, ...(gateway as NonNullable<typeof gateway>), siteId },
        userId: actor.userId,
      }),
    ))
  await lockPlans(trx, [siteId])
  await lockGateways(trx, [gatewayId])
  const hardwareIds = devices.map(({ hardwareId }) => hardwareId)
  if (await someTaken(trx, gatewayId, hardwareIds)) return refuseField(refuse, 'hardware-id-taken', 'hardwareIds')
  const { type } = await DeviceType.query(trx).findById(deviceTypeId).throwIfNotFound()
  const rows = devices.map((device): DeviceValues => ({ ...newDevice, ...device, type, siteId, gatewayId }))
  await insertDevices(trx, rows, actor.userId)
  return { siteId, gatewayId, devices: devices.length }
})

/** What is different from device to device. */
function devicesOf(input: Input) {
  const names = numberedNames(input.names, maxMade) ?? []
  const hardwareIds = numberedNames(input.hardwareIds, maxMade) ?? []
  const places = gridPlaces({ ...input, count: names.length })
  const { deviceTypeId, accessMethodIds, firstPathNumber } = input
  return places.map(({ xMm, yMm, widthMm, heightMm }, at) => ({
    name: names[at] as string,
    hardwareId: hardwareIds[at] as string,
    deviceTypeId,
    accessMethodIds,
    pathNumber: firstPathNumber === -1 ? -1 : firstPathNumber + at,
    sequenceNumber: at,
    upperLeftXMm: xMm,
    upperLeftYMm: yMm,
    widthMm,
    heightMm,
  }))
}

/** Returns whether devices in use at the gateway, whose row is locked, have one of these hardware ids or DevEUIs. */
async function someTaken(trx: Knex.Transaction, gatewayId: number, hardwareIds: readonly string[]): Promise<boolean> {
  const taken = await Device.query(trx)
    .modify('inUse')
    .where('gateway_id', gatewayId)
    .whereRaw(
      `(hardware_id = any (:ids) or dev_eui(hardware_id) in (select dev_eui(id) from unnest(:ids::text[]) as given (id)))`,
      { ids: [...hardwareIds] },
    )
    .first()
  return taken !== undefined
}

/** Names the fields of a part of the input as the whole input does. */
async function within<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof Refused)) throw thrown
    const fields = thrown.refusal.fields?.map((field) => ({ ...field, path: `${part}.${field.path}` }))
    throw passedOn(thrown.refusal, fields)
  }
}
