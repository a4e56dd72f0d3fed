import { maxLength } from '../../fields.ts'
import { add, edit, zoneTexts } from '../../zones.ts'
import {
  type BadInput,
  manyReferences,
  optionalTexts,
  references,
  switches,
  texts,
  translated,
  unknown,
} from './values.ts'

export const zonesBadInput: BadInput = {
  entity: 'zones',
  add,
  edit,
  idKey: 'zoneId',
  good: {
    tenantId: 1,
    name: 'Harbour',
    description: null,
    emailSenderName: null,
    monitoring: true,
    readableWithoutLogin: false,
    private: false,
    additionalSupportInfo: null,
    translations: { texts: {} },
    siteIds: [],
    managerIds: [],
  },
  wrong: [
    ...references('tenantId'),
    ...texts(maxLength.name, 'name'),
    ...optionalTexts(maxLength.description, 'description', 'additionalSupportInfo'),
    ...optionalTexts(maxLength.note, 'emailSenderName'),
    ...switches('monitoring', 'readableWithoutLogin', 'private'),
    ...manyReferences(1_000, 'siteIds', 'managerIds'),
    ...translated(zoneTexts),
    ...unknown,
  ],
}
