import { one } from '../../db/sql.ts'
import { type HttpCall, type Reply, read } from '../http/call.ts'

/** GET /users/getAccountBalanceForCurrentUser: the caller's credit in euros, { balance, balanceCents }. */
export async function getAccountBalance(call: HttpCall): Promise<Reply> {
  const { balanceCents } = await read(call, { name: 'payments.balance', access: 'session' }, ({ trx, actor }) =>
    one<{ balanceCents: number }>(trx, 'select balance_cents as "balanceCents" from accounts where user_id = ?', [
      actor.userId,
    ]),
  )
  return { json: { balance: balanceCents / 100, balanceCents } }
}
