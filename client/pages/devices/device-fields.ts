import type * as z from 'zod'
import { edit, newDevice, type read } from '../../../contract/devices/admin.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import type { Named } from '../../forms/reference-field.tsx'

/** The inputs of a device, by the path in the command. */
export const deviceFields = formFields(
  edit,
  {
    name: 'common.name',
    deviceTypeId: 'insight.fact.type',
    comment: 'insight.comment',
    maintenanceState: 'device-admin.maintenanceState',
    monitoring: 'common.monitoring',
    sendMail: 'device-admin.sendMail',
    siteId: 'common.site',
    locationId: 'device-admin.location',
    gatewayId: 'common.gateway',
    hardwareId: 'device-admin.hardwareId',
    accessMethodIds: 'device-access-methods.title',
    autoClose: 'device-admin.autoClose',
    autoCloseGatetimeSec: 'device-admin.autoCloseGatetime',
    autoCloseUnusedGatetimeSec: 'device-admin.autoCloseUnusedGatetime',
    isMandatory: 'device-admin.isMandatory',
    isOptional: 'device-admin.isOptional',
    pathNumber: 'device-admin.pathNumber',
    pathName: 'device-admin.pathName',
    pathIcon: 'device-admin.pathIcon',
    sequenceNumber: 'device-admin.sequenceNumber',
    postActionDelayMs: 'device-admin.postActionDelay',
    upperLeftXMm: 'device-admin.upperLeftX',
    upperLeftYMm: 'device-admin.upperLeftY',
    widthMm: 'device-admin.width',
    heightMm: 'device-admin.height',
    rotationDeg: 'device-admin.rotation',
    socket: 'device-admin.socket',
    cargoBike: 'device-admin.cargoBike',
    lowRow: 'device-admin.lowRow',
    accessible: 'device-admin.accessible',
    sizeClass: 'device-admin.sizeClass',
    type: 'device-admin.legacyType',
  },
  ['deviceId', 'version'],
)

export type DeviceView = z.output<typeof read.reply>
type Input = z.input<typeof edit.input>
type Referred = 'gatewayId' | 'siteId' | 'deviceTypeId'
/** What the form of a device holds. */
export type DeviceValues = Omit<Input, 'deviceId' | 'version' | Referred> & Record<Referred, number | null>

export const emptyDevice: DeviceValues = {
  ...newDevice,
  name: '',
  hardwareId: '',
  gatewayId: null,
  siteId: null,
  deviceTypeId: null,
}

/** Returns the values of a device that is edited. */
export function deviceValues({
  id: _id,
  version: _seen,
  gateway: _gateway,
  site: _site,
  location: _location,
  deviceType: _deviceType,
  accessMethods: _accessMethods,
  ...values
}: DeviceView): DeviceValues {
  return values
}

/** Returns the values as the commands take them. A reference that is not chosen is refused on its field. */
export const toEdit = (values: DeviceValues): Omit<Input, 'deviceId' | 'version'> => values as ReturnType<typeof toEdit>

/** Returns references of a device in words; what is not known by name is shown by its number. */
export function deviceInWords({ gateway, site, location, deviceType, accessMethods }: DeviceView): InWords {
  const known: Readonly<Record<string, readonly Named[]>> = {
    gatewayId: [gateway],
    siteId: [site],
    locationId: location ? [location] : [],
    deviceTypeId: [deviceType],
    accessMethodIds: accessMethods,
  }
  const nameOf = (path: string, id: number) => known[path]?.find((each) => each.id === id)?.name ?? `#${id}`
  return (path, value) => {
    if (known[path] === undefined) return undefined
    const ids = (Array.isArray(value) ? value : [value]) as (number | null)[]
    return (
      ids
        .filter((id) => id !== null)
        .map((id) => nameOf(path, id))
        .join(', ') || '–'
    )
  }
}
