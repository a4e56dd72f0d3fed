import { check, maxProblems } from '../../contract/problems.ts'
import { answer } from '../kernel/bus/handle.ts'
import { findProblems } from './find-problems.ts'

/** Finds the problems of one kind (rules L-17 and D-8). */
export default answer(check, async ({ input, trx, now }) => {
  const found = await findProblems(trx, now, input.kind)
  return { checkedAt: now.toISOString(), more: found.length > maxProblems, found: found.slice(0, maxProblems) }
})
