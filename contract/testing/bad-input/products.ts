import { maxLength } from '../../fields.ts'
import { add, edit, productTexts } from '../../products.ts'
import { type BadInput, manyReferences, optionalTexts, switches, texts, translated, unknown } from './values.ts'

export const productsBadInput: BadInput = {
  entity: 'products',
  add,
  edit,
  idKey: 'productId',
  good: {
    name: 'Bicycle pumps',
    description: null,
    prefix: 'PUMPS',
    basic: false,
    roleIds: [],
    translations: { texts: {} },
  },
  wrong: [
    ...texts(maxLength.name, 'name', 'prefix'),
    [{ prefix: 'Pumps' }, 'prefix', 'field-capitals'],
    [{ prefix: 'PUMPS 2' }, 'prefix', 'field-capitals'],
    ...optionalTexts(maxLength.description, 'description'),
    ...switches('basic'),
    ...manyReferences(100, 'roleIds'),
    ...translated(productTexts),
    ...unknown,
  ],
}
