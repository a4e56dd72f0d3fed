import { commandMany } from '../../contract/control.ts'
import { scopeOf } from '../access/scope.ts'
import { handle } from '../kernel/bus/handle.ts'
import { giveSeveral, standingDevices } from './command-many-issue.ts'

/**
 * Issues the same command to several devices in the operator's zones. If one of them is not visible to the operator,
 * the request is not found and nothing is done.
 */
export default handle(commandMany, async ({ input, actor, trx, refuse, context }) => {
  const devices = await standingDevices(trx, input.deviceIds, scopeOf(actor))
  if (devices.length < new Set(input.deviceIds).size) return refuse('not-found')
  const { action, anyway, note, timeoutSeconds } = input
  const request = { kind: 'selection', devices, action, anyway, note, timeoutSeconds, userId: actor.userId } as const
  return (await giveSeveral(trx, context, request)).answer
})
