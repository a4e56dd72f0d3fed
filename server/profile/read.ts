import { read } from '../../contract/profile.ts'
import { User } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { readZones } from './zones.ts'

/** The caller's own profile. */
export default answer(read, async ({ actor, trx }) => {
  const user = await User.query(trx)
    .findById(actor.userId)
    .withGraphFetched('licencePlates(defaultFirst)')
    .throwIfNotFound()
  const { id, version, username, email, language, passwordHash, firstOpenedZoneId } = user
  const [firstOpenedZone = null] =
    firstOpenedZoneId === null ? [] : await readZones(trx, id, { zoneId: firstOpenedZoneId })
  return {
    id,
    version,
    username,
    email,
    language,
    hasPassword: passwordHash !== null,
    ...personalData(user),
    licencePlates: (user.licencePlates ?? []).map(({ plate }) => ({ plate })),
    firstOpenedZone,
  }
})

/** The columns of the profile's form. */
export function personalData(user: User) {
  const { title, gender, firstname, lastname, addressLine1, addressLine2, zip, city, country } = user
  const { landlineNumber, mobileNumber, allowsAutomaticAccess, initialPage } = user
  const address = { addressLine1, addressLine2, zip, city, country }
  return {
    ...{ title, gender, firstname, lastname, ...address, landlineNumber, mobileNumber },
    ...{ allowsAutomaticAccess, initialPage },
  }
}
