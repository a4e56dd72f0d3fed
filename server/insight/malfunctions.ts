import { malfunctions } from '../../contract/insight.ts'
import { malfunctionViews } from '../../telemetry/views/malfunction.ts'
import { roomsOf, scopeOf } from '../access/scope.ts'
import { watching } from '../kernel/bus/handle.ts'

/** The malfunction dashboard: open malfunctions at the sites in the caller's zones. */
export default watching(malfunctions, {
  rooms: async ({ actor }) => roomsOf(actor),
  snapshot: async ({ actor, trx }) => malfunctionViews(trx, scopeOf(actor)),
})
