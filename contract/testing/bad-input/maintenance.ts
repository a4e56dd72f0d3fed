import { maxLength } from '../../fields.ts'
import { edit } from '../../maintenance.ts'
import { type BadInput, optionalTexts, texts, unknown } from './values.ts'

export const maintenanceBadInput: BadInput = {
  entity: 'maintenance',
  edit,
  idKey: 'periodId',
  good: { reason: 'New paint', description: null },
  wrong: [
    ...texts(maxLength.description, 'reason'),
    ...optionalTexts(maxLength.description, 'description'),
    ...unknown,
  ],
}
