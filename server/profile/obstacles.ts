import { obstacles } from '../../contract/profile.ts'
import { answer } from '../kernel/bus/handle.ts'
import { readObstacles } from '../people/deactivate.ts'

/** What prevents the caller from cancelling their account. */
export default answer(obstacles, async ({ actor, trx }) => {
  const { creditCents, reservations } = await readObstacles(trx, actor.userId)
  return { creditCents, reservations: reservations.count, first: [...reservations.first] }
})
