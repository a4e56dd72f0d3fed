import { renamePasskey } from '../../contract/session/security.ts'
import { Passkey } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'

export default handle(renamePasskey, async ({ input: { passkeyId, name }, actor, trx, refuse }) => {
  const renamed = await Passkey.query(trx).where({ id: passkeyId, user_id: actor.userId }).patch({ name })
  return renamed === 0 ? refuse('not-found') : { passkeyId }
})
