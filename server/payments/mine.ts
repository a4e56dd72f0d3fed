import { mine } from '../../contract/payments.ts'
import { rooms } from '../../contract/rooms.ts'
import { watching } from '../kernel/bus/handle.ts'
import { paymentChange, readPaymentsOf } from '../money/rows.ts'

const lastMs = 24 * 3_600_000

/** The caller's payments of the last day, and pending ones of any age. */
export default watching(mine, {
  rooms: async ({ actor }) => [rooms.user(actor.userId)],
  snapshot: async ({ actor, trx, now }) => {
    const payments = await readPaymentsOf(trx, actor.userId, new Date(now.getTime() - lastMs))
    return payments.map(paymentChange)
  },
})
