import type { Knex } from 'knex'
import type { RefusalCode } from '../../contract/refusals.ts'
import type { Refuse } from '../kernel/bus/refuse.ts'

/** The refusal that a violated constraint means, and the field of the input that it concerns. */
export interface ConstraintMeaning<C extends RefusalCode> {
  readonly code: C
  readonly field?: string
}

/**
 * Runs writes and turns the violation of a named constraint into a refusal on its field: the database holds the invariant, no look beforehand is
 * needed. Constraints that are deferred to the commit are checked at the end of `work`. Other errors are thrown on.
 *
 *     await translateConstraints(trx, refuse, { codes_name_unique: { code: 'code-exists', field: 'name' } }, () => Code.query(trx).insert(row))
 */
export async function translateConstraints<C extends RefusalCode, T>(
  trx: Knex.Transaction,
  refuse: Refuse<C>,
  meanings: Readonly<Record<string, ConstraintMeaning<C>>>,
  work: () => PromiseLike<T>,
): Promise<T> {
  try {
    const done = await work()
    await trx.raw('SET CONSTRAINTS ALL IMMEDIATE')
    await trx.raw('SET CONSTRAINTS ALL DEFERRED')
    return done
  } catch (error) {
    const { constraint } = error as { constraint?: unknown }
    const meaning = typeof constraint === 'string' ? meanings[constraint] : undefined
    if (!meaning) throw error
    const { code, field } = meaning
    return refuse(code, undefined, field === undefined ? undefined : [{ path: field, issue: code }])
  }
}
