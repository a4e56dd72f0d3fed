import { options } from '../../contract/payments.ts'
import { many, one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'

/** What the caller may pay with: his credit, the cost centres given to him, and the card where somebody takes it. */
export default answer(options, async ({ actor, trx, context }) => {
  const account = await one<{ balanceCents: number; overdraftCents: number }>(
    trx,
    'select balance_cents as "balanceCents", overdraft_cents as "overdraftCents" from accounts where user_id = ?',
    [actor.userId],
  )
  const costCenters = await many<{ id: number; number: string; name: string }>(
    trx,
    `select c.id, c.number, c.name from user_cost_centers u join cost_centers c on c.id = u.cost_center_id
     where u.user_id = ? and c.active order by c.number, c.id`,
    [actor.userId],
  )
  return { ...account, costCenters, card: context.payments !== null }
})
