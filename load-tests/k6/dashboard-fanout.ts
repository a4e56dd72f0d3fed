import { slack, summaryTrendStats } from './summary.ts'
import { thresholds } from './thresholds.ts'
import { watchScenario } from './watching.ts'

export { handleSummary } from './summary.ts'
export { watch } from './watching.ts'

/**
 * Sockets of operators who watch the devices of their zones, while devices change at a steady rate. Input: EACH
 * (sockets of a VU), SECONDS (maximum), STARTED_AT, WIRE_VERSION, SAMPLED, and the watchers.
 */
export const options = {
  scenarios: { watch: watchScenario },
  thresholds: thresholds(slack)['dashboard-fanout'],
  summaryTrendStats,
}
