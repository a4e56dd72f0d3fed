import { maxLength } from '../../fields.ts'
import { add, edit, newGateway } from '../../gateways.ts'
import { type BadInput, optionalReferences, optionalTexts, switches, texts, unknown } from './values.ts'

export const gatewaysBadInput: BadInput = {
  entity: 'gateways',
  add,
  edit,
  idKey: 'gatewayId',
  good: { ...newGateway, name: 'North', hardwareId: 'GW-north' },
  wrong: [
    ...texts(maxLength.name, 'name', 'maintenanceState'),
    ...texts(maxLength.note, 'hardwareId'),
    ...optionalTexts(maxLength.name, 'label'),
    ...optionalTexts(maxLength.description, 'comment'),
    ...optionalTexts(maxLength.note, 'premiseLocation'),
    ...optionalReferences('siteId'),
    ...switches('monitoring', 'sendMail', 'allowOfflineCaching'),
    ...unknown,
  ],
}
