import { maxLength } from '../../fields.ts'
import { maxPlates } from '../../profile.ts'
import { optionalReferences, optionalTexts, switches, unknown, type WrongValue } from './values.ts'

/** A profile that is right; also the smallest one. */
export const goodProfile = {
  title: null,
  gender: null,
  firstname: 'Test',
  lastname: null,
  addressLine1: null,
  addressLine2: null,
  zip: null,
  city: null,
  country: null,
  landlineNumber: null,
  mobileNumber: null,
  licencePlates: [{ plate: 'FR-HF 2026' }],
  allowsAutomaticAccess: false,
  initialPage: null,
  firstOpenedZoneId: null,
}

const plate = (text: unknown) => ({ licencePlates: [{ plate: text }] })
const first = 'licencePlates.0.plate'

/** What the profile refuses: the same in its form, its command and PATCH /users/profile. */
export const wrongProfiles: readonly WrongValue[] = [
  ...optionalTexts(maxLength.name, 'title', 'firstname', 'lastname', 'zip'),
  ...optionalTexts(maxLength.note, 'addressLine1', 'addressLine2', 'city'),
  [{ gender: 'robot' }, 'gender', 'field-not-offered'],
  [{ country: 'Atlantis' }, 'country', 'field-not-offered'],
  [{ country: 7 }, 'country', 'field-invalid'],
  [{ landlineNumber: 'call me' }, 'landlineNumber', 'field-phone'],
  [{ landlineNumber: '1'.repeat(maxLength.name + 1) }, 'landlineNumber', 'field-too-long'],
  [{ mobileNumber: 'call me' }, 'mobileNumber', 'field-phone'],
  [plate('--'), first, 'plate-invalid'],
  [plate('.'), first, 'plate-invalid'],
  [plate('🚗'), first, 'plate-invalid'],
  [plate('МАЯ 1'), first, 'plate-letter'],
  [plate('В-АВ 123'), first, 'plate-look-alike'],
  [plate('A'.repeat(maxLength.name + 1)), first, 'field-too-long'],
  [{ licencePlates: [{ plate: 'FR-HF 1' }, { plate: 'fr hf1' }] }, 'licencePlates.1', 'field-twice'],
  [
    { licencePlates: Array.from({ length: maxPlates + 1 }, (_, index) => ({ plate: `FR-HF ${index + 1}` })) },
    'licencePlates',
    'field-too-many',
  ],
  ...switches('allowsAutomaticAccess'),
  [{ initialPage: 7 }, 'initialPage', 'field-invalid'],
  ...optionalReferences('firstOpenedZoneId'),
  ...unknown,
]
