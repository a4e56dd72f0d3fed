import { add, edit } from '../../codes.ts'
import { maxLength } from '../../fields.ts'
import { type BadInput, optionalReferences, references, unknown } from './values.ts'

export const codesBadInput: BadInput = {
  entity: 'access codes',
  add,
  edit,
  idKey: 'codeId',
  good: { name: 'HARBOUR', zoneId: 1, eventId: null },
  wrong: [
    // Spaces around a code do not count.
    [{ name: null }, 'name', 'field-required'],
    [{ name: '' }, 'name', 'field-required'],
    [{ name: '  ' }, 'name', 'field-not-empty'],
    [{ name: 'A'.repeat(maxLength.name + 1) }, 'name', 'field-too-long'],
    [{ name: 7 }, 'name', 'field-invalid'],
    ...references('zoneId'),
    ...optionalReferences('eventId'),
    ...unknown,
  ],
}
