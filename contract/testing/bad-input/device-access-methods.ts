import { accessMethodTexts, add, edit } from '../../device-access-methods.ts'
import { maxLength } from '../../fields.ts'
import { type BadInput, optionalTexts, switches, texts, translated, unknown } from './values.ts'

export const accessMethodsBadInput: BadInput = {
  entity: 'device access methods',
  add,
  edit,
  idKey: 'accessMethodId',
  good: {
    name: 'pin-pad',
    displayName: 'PIN',
    description: null,
    icon: null,
    attributes: ['pin'],
    disableControlWhenInState: false,
    translations: { texts: {} },
  },
  wrong: [
    ...texts(maxLength.name, 'name', 'displayName'),
    ...optionalTexts(maxLength.description, 'description'),
    ...optionalTexts(maxLength.note, 'icon'),
    [{ attributes: null }, 'attributes', 'field-required'],
    [{ attributes: [] }, 'attributes', 'field-too-few'],
    [{ attributes: ['open', 'melt'] }, 'attributes.1', 'field-not-offered'],
    [{ attributes: ['open', 'open'] }, 'attributes.1', 'field-twice'],
    ...switches('disableControlWhenInState'),
    ...translated(accessMethodTexts),
    ...unknown,
  ],
}
