import { malfunctions } from '../../contract/insight.ts'
import { malfunctionViews } from '../../telemetry/views/malfunction.ts'
import { roomsOf, scopeOf } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'

/** The malfunction dashboard: what is open at the sites of the caller's zones. */
export default watching(malfunctions, {
  rooms: async ({ actor }) => roomsOf(actor),
  snapshot: async ({ actor, trx }) => malfunctionViews(trx, scopeOf(actor)),
})
