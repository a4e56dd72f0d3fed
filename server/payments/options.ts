import { options } from '../../contract/payments.ts'
import { many, one } from '../../db/sql.ts'
import { answer } from '../kernel/bus/handle.ts'
import { isCreditOffered } from './offered.ts'

/** Returns how the caller may pay: credit, their cost centres, and the card if there is a provider. */
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
  const topUp = await isCreditOffered(trx, actor)
  return { ...account, costCenters, card: context.payments !== null, topUp }
})
