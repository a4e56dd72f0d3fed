import { commandOutcomeAsGuest, requestActionAsGuest } from '../../contract/control/own.ts'
import { tokenForm } from '../../contract/eticket.ts'
import { tokenHash } from '../claims/share-token.ts'
import { secretKey } from '../kernel/bus/dispatch.ts'
import { handleAnybody } from '../kernel/bus/handle.ts'
import { closeCommand } from './close-command.ts'
import { openingPurposes } from './ticket.ts'

/**
 * The outcome of a guest's request. A link that was revoked or has expired meanwhile still learns the outcome of its
 * requests.
 */
export default handleAnybody(commandOutcomeAsGuest, async ({ input, trx, refuse }) => {
  const known = tokenForm.test(input.token)
    ? ((await trx('tokens')
        .where({ token_hash: tokenHash(input.token) })
        .whereIn('purpose', [...openingPurposes])
        .first('id')) as object | undefined)
    : undefined
  const actor = secretKey(commandOutcomeAsGuest, input)
  if (!known || actor === null) return refuse('eticket-invalid')
  const by = { name: requestActionAsGuest.name, userId: null }
  return (await closeCommand(trx, actor, input.commandId, by)) ?? refuse('not-found')
})
