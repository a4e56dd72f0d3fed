import { mend } from '../../contract/problems.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checks } from './checks.ts'
import { findProblems } from './find-problems.ts'

/** Mends one problem; `not-found` if it is none any more. */
export default handle(mend, async ({ input, actor, trx, now, refuse }) => {
  const { kind, id } = input
  const { mend: repair } = checks[kind]
  const [problem] = await findProblems(trx, now, kind, id)
  if (!problem || !repair) return refuse('not-found')
  await repair(trx, id, actor.userId)
  return { id }
})
