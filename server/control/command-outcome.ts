import { commandOutcome, requestAction } from '../../contract/control/own.ts'
import { actorKey } from '../kernel/bus/actor.ts'
import { handle } from '../kernel/bus/handle.ts'
import { closeCommand } from './close-command.ts'

/**
 * Returns the outcome of the caller's request whose reply was lost: done, refused, or never; a request that is closed
 * as never cannot be carried out later.
 */
export default handle(commandOutcome, async ({ input, actor, trx, refuse }) => {
  const by = { name: requestAction.name, userId: actor.userId }
  return (await closeCommand(trx, actorKey(actor), input.commandId, by)) ?? refuse('not-found')
})
