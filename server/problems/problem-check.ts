import type { Knex } from 'knex'
import type { Problem } from '../../contract/problems.ts'

/** How problems of one kind are found and mended. */
export interface ProblemCheck {
  /** Selects id, name and detail (jsonb) of what is wrong, over the whole database, whatever constraint should prevent it. `:now` is the time. */
  readonly find: string
  /** The detail for people, where it is not the one of the query. */
  readonly detail?: (found: Problem['detail']) => Problem['detail']
  /** Mends one; called only while it is found. */
  readonly mend?: (trx: Knex.Transaction, id: number, userId: number) => Promise<void>
}
