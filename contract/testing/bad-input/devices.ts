import { add, edit, newDevice } from '../../devices/admin.ts'
import { maxLength } from '../../fields.ts'
import {
  type BadInput,
  manyReferences,
  optionalChoices,
  optionalReferences,
  optionalTexts,
  optionalWholes,
  references,
  switches,
  texts,
  unknown,
  wholes,
} from './values.ts'

export const devicesBadInput: BadInput = {
  entity: 'devices',
  add,
  edit,
  idKey: 'deviceId',
  good: { ...newDevice, name: 'Box 7', hardwareId: 'D-7', gatewayId: 1, siteId: 1, deviceTypeId: 1 },
  wrong: [
    ...texts(maxLength.name, 'name', 'type', 'maintenanceState'),
    ...texts(maxLength.note, 'hardwareId'),
    ...optionalTexts(maxLength.description, 'comment'),
    ...optionalTexts(maxLength.name, 'pathName'),
    ...optionalTexts(maxLength.note, 'pathIcon'),
    ...references('gatewayId', 'siteId', 'deviceTypeId'),
    ...optionalReferences('locationId'),
    ...manyReferences(50, 'accessMethodIds'),
    ...switches('monitoring', 'sendMail', 'autoClose', 'isMandatory', 'isOptional'),
    ...switches('socket', 'cargoBike', 'lowRow', 'accessible'),
    ...wholes({ min: -1 }, 'autoCloseGatetimeSec', 'autoCloseUnusedGatetimeSec', 'pathNumber'),
    ...wholes({}, 'sequenceNumber'),
    ...wholes({ min: 0, max: 3_600_000 }, 'postActionDelayMs'),
    ...wholes({ min: 0, max: 359 }, 'rotationDeg'),
    ...optionalWholes({}, 'upperLeftXMm', 'upperLeftYMm'),
    ...optionalWholes({ min: 1 }, 'widthMm', 'heightMm'),
    ...optionalChoices('sizeClass'),
    ...unknown,
  ],
}
