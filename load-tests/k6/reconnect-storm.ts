import { slack, summaryTrendStats } from './summary.ts'
import { thresholds } from './thresholds.ts'
import { watchScenario } from './watching.ts'

export { handleSummary } from './summary.ts'
export { watch } from './watching.ts'

/**
 * The same sockets, which the runner cuts by killing the server: they resume like the application. Input: EACH (sockets
 * of a VU), SECONDS (maximum), STARTED_AT, WIRE_VERSION, SAMPLED, and the watchers.
 */
export const options = {
  scenarios: { watch: watchScenario },
  thresholds: thresholds(slack)['reconnect-storm'],
  summaryTrendStats,
}
