import { offerTotp } from '../../contract/session/security.ts'
import { User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { offerTotp as keepOffer, newTotpSecret, totpAddress, totpOn } from './factors/one-time-codes.ts'
import { requireFresh } from './require-fresh.ts'

/** Offers a secret, which is not on before a code confirms it. */
export default handle(offerTotp, async ({ actor, trx, now, refuse }) => {
  await requireFresh(trx, actor, now, refuse)
  if (await totpOn(trx, actor.userId)) return refuse('one-time-codes-on')
  const { email } = await User.query(trx).findById(actor.userId).select('email').throwIfNotFound()
  const secret = newTotpSecret()
  await keepOffer(trx, actor.userId, secret)
  return { secret, address: totpAddress(secret, email) }
})
