import { defaultPlate } from '../../contract/profile.ts'
import { LicencePlate } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'

/** The plate that is filled in when the caller books. */
export default answer(defaultPlate, async ({ actor, trx }) => {
  const first = await LicencePlate.query(trx).where('user_id', actor.userId).modify('defaultFirst').first()
  return { plate: first?.plate ?? null }
})
