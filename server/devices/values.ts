import type { Knex } from 'knex'
import type * as z from 'zod'
import type { edit } from '../../contract/devices/admin.ts'
import type { Device } from '../../db/models/sites.ts'

/** Fields of a device in the shape of its commands. */
export type DeviceValues = Omit<z.output<typeof edit.input>, 'deviceId' | 'version'>

/** Returns what a device holds now. */
export async function valuesOf(trx: Knex, device: Device): Promise<DeviceValues> {
  const links = await trx('device_method_links')
    .where('device_id', device.id)
    .orderBy('access_method_id')
    .pluck<number[]>('access_method_id')
  return {
    name: device.name,
    hardwareId: device.hardwareId,
    gatewayId: device.gatewayId,
    siteId: device.siteId,
    locationId: device.locationId,
    deviceTypeId: device.deviceTypeId,
    type: device.type,
    comment: device.comment,
    monitoring: device.monitoring,
    sendMail: device.sendMail,
    maintenanceState: device.maintenanceState,
    autoClose: device.autoClose,
    autoCloseGatetimeSec: device.autoCloseGatetimeS,
    autoCloseUnusedGatetimeSec: device.autoCloseUnusedGatetimeS,
    isMandatory: device.isMandatory,
    isOptional: device.isOptional,
    pathNumber: device.pathNumber,
    pathName: device.pathName,
    pathIcon: device.pathIcon,
    sequenceNumber: device.sequenceNumber,
    postActionDelayMs: device.postActionDelayMs,
    upperLeftXMm: device.upperLeftXMm,
    upperLeftYMm: device.upperLeftYMm,
    widthMm: device.widthMm,
    heightMm: device.heightMm,
    rotationDeg: device.rotationDeg,
    ...attributesOf(device),
    accessMethodIds: links,
  }
}

/** Returns what a place offers, and how large it is. */
export function attributesOf({ socket, cargoBike, lowRow, accessible, sizeClass }: Device) {
  return { socket, cargoBike, lowRow, accessible, sizeClass }
}

/** Returns the fields as the model takes them, whose times have unit suffixes of their own; links are no columns. */
export function columnsOf({
  autoCloseGatetimeSec: autoCloseGatetimeS,
  autoCloseUnusedGatetimeSec: autoCloseUnusedGatetimeS,
  accessMethodIds: _links,
  ...fields
}: DeviceValues) {
  return { ...fields, autoCloseGatetimeS, autoCloseUnusedGatetimeS }
}

/** Returns the fields that a save changes. Access methods have no order. */
export function changedFields(kept: DeviceValues, next: DeviceValues): ReadonlySet<keyof DeviceValues> {
  const sorted = (ids: readonly number[]) => [...new Set(ids)].toSorted((a, b) => a - b).join()
  const fields = Object.keys(kept) as (keyof DeviceValues)[]
  return new Set(
    fields.filter((field) =>
      field === 'accessMethodIds' ? sorted(kept[field]) !== sorted(next[field]) : kept[field] !== next[field],
    ),
  )
}
