import { add, edit, newDevice, read } from '../../../contract/devices/admin.ts'
import { Device } from '../../../db/models/sites.ts'
import { type Importable, idsOf, number, reference, references, text, yesNo } from '../entity.ts'

/** Devices, found by hardware id within their gateway. */
export const devices: Importable = {
  entity: 'devices',
  add,
  edit,
  read,
  idField: 'deviceId',
  defaults: newDevice,
  columns: [
    text('name'),
    reference('gatewayId', 'gateway'),
    text('hardwareId'),
    reference('siteId', 'site'),
    reference('deviceTypeId', 'deviceType'),
    reference('locationId', 'location'),
    text('type'),
    text('comment'),
    yesNo('monitoring'),
    yesNo('sendMail'),
    text('maintenanceState'),
    yesNo('autoClose'),
    number('autoCloseGatetimeSec'),
    number('autoCloseUnusedGatetimeSec'),
    yesNo('isMandatory'),
    yesNo('isOptional'),
    number('pathNumber'),
    text('pathName'),
    text('pathIcon'),
    number('sequenceNumber'),
    number('postActionDelayMs'),
    number('upperLeftXMm'),
    number('upperLeftYMm'),
    number('widthMm'),
    number('heightMm'),
    number('rotationDeg'),
    yesNo('socket'),
    yesNo('cargoBike'),
    yesNo('lowRow'),
    yesNo('accessible'),
    text('sizeClass'),
    references('accessMethodIds', 'accessMethod'),
  ],
  key: ['gatewayId', 'hardwareId'],
  required: ['name', 'siteId', 'deviceTypeId'],
  async find({ trx, actor }, { gatewayId, hardwareId }) {
    const found = Device.query(trx).modify('inUse').modify('visibleTo', actor).select('devices.id')
    return idsOf(await found.where({ gateway_id: gatewayId as number, hardware_id: hardwareId as string }))
  },
  async ids({ trx, actor }) {
    return idsOf(await Device.query(trx).modify('inUse').modify('visibleTo', actor).select('devices.id').orderBy('id'))
  },
}
