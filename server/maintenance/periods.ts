import { periods } from '../../contract/maintenance.ts'
import { roomsOf, scopeOf } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'
import { readPeriodsOf } from './period-view.ts'

/** Periods that cover something in the caller's zones, with their progress. */
export default watching(periods, {
  rooms: async ({ actor }) => roomsOf(actor),
  snapshot: async ({ actor, trx }) => readPeriodsOf(trx, scopeOf(actor)),
})
