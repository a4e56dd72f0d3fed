import { command } from '../../contract/control.ts'
import { scopeOf } from '../access/scope.ts'
import { handle } from '../kernel/bus/handle.ts'
import { standingDevices } from './command-many-issue.ts'
import { requestCommands } from './request-commands.ts'

type OwnRefusal = (typeof command)['refusals'][number]

/**
 * Issues an operator's command to a device in their zones; refusals are logged too. The outcome comes from the device's
 * report, not from the reply.
 */
export default handle(command, async ({ input, actor, trx, refuse, context }) => {
  const [device] = await standingDevices(trx, [input.deviceId], scopeOf(actor))
  if (!device) return refuse('not-found')
  const { action, anyway, note, timeoutSeconds } = input
  const given = { action, by: 'operator', anyway, note, timeoutSeconds, userId: actor.userId } as const
  const { issued, refused } = await requestCommands(trx, context, { ...given, devices: [device] })
  const [sent] = issued
  if (sent)
    return {
      deviceCommandId: sent.deviceCommandId,
      supportCode: sent.supportCode,
      deadline: sent.deadline.toISOString(),
    }
  const [no] = refused
  if (!no) throw new Error(`device ${device.id} was neither commanded nor refused`)
  // Operators have no reservation to check, so only codes of the device can occur.
  return refuse.keeping(no.code as OwnRefusal, { supportCode: no.supportCode })
})
