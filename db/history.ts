/** The cause that the history of rows names for the writes of a transaction (migration 0090). */
import type { Knex } from 'knex'
import { prepared } from './sql.ts'

/** Names what causes the writes of a transaction, for work that no command does: `import 17`; `none` = they have no history. Commands are named by the kernel. */
export async function setCause(
  trx: Knex.Transaction,
  { cause, userId }: { readonly cause: string; readonly userId: number | null },
): Promise<void> {
  await prepared(trx, "select set_config('holdfast.cause', ?, true), set_config('holdfast.user', ?, true)", [
    cause,
    userId === null ? '' : String(userId),
  ])
}
