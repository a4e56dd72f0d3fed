import { read } from '../../contract/barriers.ts'
import { Barrier } from '../../db/models/sites.ts'
import { answer } from '../kernel/bus/handle.ts'
import { valuesOf } from './checks.ts'
import { referencesOf } from './references.ts'

/** One barrier of the caller's with what it refers to. */
export default answer(read, async ({ input, actor, trx, refuse }) => {
  const barrier = await Barrier.query(trx)
    .findById(input.barrierId)
    .modify('visibleTo', actor)
    .withGraphFetched('[site, gateway(named), device(named)]')
  if (!barrier) return refuse('not-found')
  const { id, version, status } = barrier
  return { id, version, status, ...valuesOf(barrier), ...referencesOf(barrier) }
})
