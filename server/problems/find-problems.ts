import type { Knex } from 'knex'
import { maxProblems, type Problem, type ProblemKind } from '../../contract/problems.ts'
import { many } from '../../db/sql.ts'
import { checks } from './checks.ts'

/** Returns the problems of a kind by id, one more than the maximum if there are more; `only` = this one. */
export async function findProblems(trx: Knex, now: Date, kind: ProblemKind, only?: number): Promise<Problem[]> {
  const { find, detail } = checks[kind]
  // Sorts all claims: a million of them in memory rather than in files.
  if (kind === 'overlap') await trx.raw(`set local work_mem = '96MB'`)
  const found = await many<Problem>(
    trx,
    `select found.id, found.name, jsonb_strip_nulls(found.detail) as detail from (${find}) found
     ${only === undefined ? '' : 'where found.id = :only'} order by found.id limit ${maxProblems + 1}`,
    { now, ...(only === undefined ? {} : { only }) },
  )
  return detail ? found.map((problem) => ({ ...problem, detail: detail(problem.detail) })) : found
}
