import type * as z from 'zod'
import { change, type ProfileView } from '../../../contract/profile.ts'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of the profile, by the path in the command. */
export const profileFields = formFields(
  change,
  {
    title: 'common.title',
    gender: 'profile.gender',
    firstname: 'profile.firstname',
    lastname: 'profile.lastname',
    addressLine1: 'common.addressLine1',
    addressLine2: 'common.addressLine2',
    zip: 'common.zip',
    city: 'common.city',
    country: 'common.country',
    landlineNumber: 'profile.landline',
    mobileNumber: 'profile.number.label',
    licencePlates: 'profile.plates',
    'licencePlates.plate': 'profile.plates.plate',
    allowsAutomaticAccess: 'profile.automatic',
    initialPage: 'profile.start.page',
    firstOpenedZoneId: 'profile.start.zone',
  },
  ['version', 'language'],
)

/** What the form of the profile holds. */
export type ProfileValues = Omit<z.input<(typeof change)['input']>, 'version' | 'language'>

/** Returns the values of the form. */
export function profileValues(profile: ProfileView): ProfileValues {
  const { id: _id, version: _version, username: _username, email: _email, language: _language, ...own } = profile
  const { hasPassword: _has, firstOpenedZone, ...values } = own
  return { ...values, firstOpenedZoneId: firstOpenedZone?.id ?? null }
}
