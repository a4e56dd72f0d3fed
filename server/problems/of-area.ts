import type { Knex } from 'knex'
import {
  allProblemKinds,
  maxProblems,
  type Problem,
  type ProblemArea,
  type ProblemKind,
  type ProblemSubject,
  problemKinds,
} from '../../contract/problems.ts'
import { findProblems } from './find-problems.ts'

interface Found extends Problem {
  readonly kind: ProblemKind
  readonly subject: ProblemSubject
}

/** Returns the problems of an area, kind by kind. */
export async function problemsOfArea(trx: Knex, now: Date, area: ProblemArea): Promise<Found[]> {
  const found: Found[] = []
  for (const kind of allProblemKinds) {
    const { area: of, subject } = problemKinds[kind]
    if (of !== area) continue
    const problems = await findProblems(trx, now, kind)
    found.push(...problems.slice(0, maxProblems).map((problem) => ({ kind, subject, ...problem })))
  }
  return found
}
