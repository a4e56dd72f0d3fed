import { transactions } from '../../../contract/payments.ts'
import { one } from '../../../db/sql.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

/** Lines of an account are found by their description. */
export const transactionsLaw: ListLaw = {
  def: transactions,
  scoped: true,
  personal: true,
  async plant(knex, world, side, description) {
    const userId = world.users[side === 'own' ? 'rm' : 'foreignRm'].id
    const { id } = await one<{ id: number }>(
      knex,
      `insert into transactions (kind, from_account_id, to_account_id, amount_cents, description)
       select 'top-up', outside.id, account.id, 100, ? from accounts outside, accounts account
       where outside.provider = 'outside' and account.user_id = ? returning id`,
      [description, userId],
    )
    return id
  },
}
