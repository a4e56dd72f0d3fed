import { commandOutcome, requestAction } from '../../contract/control/own.ts'
import { actorKey } from '../kernel/bus/actor.ts'
import { handle } from '../kernel/bus/handle.ts'
import { closeCommand } from './close-command.ts'

/** What became of an own request whose answer was lost: done, refused, or never, and then surely not later either. */
export default handle(commandOutcome, async ({ input, actor, trx, refuse }) => {
  const by = { name: requestAction.name, userId: actor.userId }
  return (await closeCommand(trx, actorKey(actor), input.commandId, by)) ?? refuse('not-found')
})
