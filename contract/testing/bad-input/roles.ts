import { maxLength } from '../../fields.ts'
import { add, edit, roleTexts } from '../../roles.ts'
import { type BadInput, choices, optionalTexts, switches, texts, translated, unknown } from './values.ts'

export const rolesBadInput: BadInput = {
  entity: 'roles',
  add,
  edit,
  idKey: 'roleId',
  good: {
    name: 'Night watch',
    description: null,
    canHaveTenants: true,
    canHaveZones: true,
    translations: { texts: {} },
  },
  onlyNew: { kind: 'Reservation Manager' },
  wrong: [
    ...choices('kind'),
    ...texts(maxLength.name, 'name'),
    ...optionalTexts(maxLength.description, 'description'),
    ...switches('canHaveTenants', 'canHaveZones'),
    ...translated(roleTexts),
    ...unknown,
  ],
}
