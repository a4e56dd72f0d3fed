import { changeRmContact } from '../../contract/profile.ts'
import { User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { phoneNumber } from '../messages/mobile-number.ts'
import { homeCountry } from '../people/home-country.ts'

/** Keeps the contact that blocked people see (PROF-2): one's own; admins also that of others. */
export default handle(changeRmContact, async ({ input, actor, trx, refuse }) => {
  const { userId, rmContactEmail, rmContactPhoneNumber: typed } = input
  if (userId !== actor.userId && !actor.seesAll) return refuse('not-found')
  const number = phoneNumber(typed, await homeCountry(trx, userId))
  if (number === null) return refuse('bad-input', undefined, [{ path: 'rmContactPhoneNumber', issue: 'field-phone' }])
  const contact = { rmContactEmail, rmContactPhoneNumber: number }
  const saved = await User.query(trx)
    .findById(userId)
    .patch({ ...contact, modifiedBy: actor.userId })
  return saved === 0 ? refuse('not-found') : contact
})
