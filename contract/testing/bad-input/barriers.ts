import { add, edit } from '../../barriers.ts'
import { maxLength } from '../../fields.ts'
import { type BadInput, choices, optionalReferences, references, texts, unknown, wholes } from './values.ts'

export const barriersBadInput: BadInput = {
  entity: 'barriers',
  add,
  edit,
  idKey: 'barrierId',
  good: { description: 'North gate', pathNumber: 7, type: 'entrance', siteId: 1, gatewayId: null, deviceId: null },
  wrong: [
    ...texts(maxLength.note, 'description'),
    ...wholes({ min: 0 }, 'pathNumber'),
    [{ pathNumber: '' }, 'pathNumber', 'field-required'],
    ...choices('type'),
    ...references('siteId'),
    ...optionalReferences('gatewayId', 'deviceId'),
    ...unknown,
  ],
}
