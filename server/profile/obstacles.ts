import { obstacles } from '../../contract/profile.ts'
import { answer } from '../kernel/bus/handle.ts'
import { readObstacles } from '../people/deactivate.ts'

/** What prevents the caller from cancelling their account. */
export default answer(obstacles, async ({ actor, trx, now }) => {
  const { creditCents, reservations } = await readObstacles(trx, actor.userId, now)
  return { creditCents, reservations: reservations.count, first: [...reservations.first] }
})
