import { order } from '../../contract/control.ts'
import { scopeOf } from '../access/scope.ts'
import { handle } from '../kernel/bus/handle.ts'
import { giveOrders } from './give.ts'
import { standingDevices } from './order-many-give.ts'

type OwnRefusal = (typeof order)['refusals'][number]

/** An operator's order to a device of his zones; refused ones are logged too. The device's report, not the reply, says what became of it. */
export default handle(order, async ({ input, actor, trx, refuse, context }) => {
  const [device] = await standingDevices(trx, [input.deviceId], scopeOf(actor))
  if (!device) return refuse('not-found')
  const { action, anyway, note, timeoutSeconds } = input
  const given = { action, by: 'operator', anyway, note, timeoutSeconds, userId: actor.userId } as const
  const { issued, refused } = await giveOrders(trx, context, { ...given, devices: [device] })
  const [sent] = issued
  if (sent) return { orderId: sent.orderId, supportCode: sent.supportCode, deadline: sent.deadline.toISOString() }
  const [no] = refused
  if (!no) throw new Error(`device ${device.id} was neither ordered nor refused`)
  // Operators are asked nothing about reservations: only the codes of the device can come.
  return refuse.keeping(no.code as OwnRefusal, { supportCode: no.supportCode })
})
