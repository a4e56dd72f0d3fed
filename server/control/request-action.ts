import { requestAction } from '../../contract/control/own.ts'
import { lockHeld } from '../doors/holder.ts'
import { handle } from '../kernel/bus/handle.ts'
import { beginRun } from './begin-run.ts'
import { answerOf, mustBeInTime } from './request-in-time.ts'

/** Opens or closes a device of the caller's reservation, or its whole way (rules C-20 to C-29). */
export default handle(requestAction, async ({ input, actor, trx, refuse, context }) => {
  const held = await lockHeld(trx, input.reservationId, actor.userId)
  if (!held) return refuse('not-found')
  mustBeInTime(input.validUntil, held.at, refuse)
  const deviceIds = input.deviceId === null ? null : [input.deviceId]
  const request = { held, by: 'reservation', deviceIds, action: input.action, userId: actor.userId } as const
  return answerOf(await beginRun(trx, context, request), refuse)
})
