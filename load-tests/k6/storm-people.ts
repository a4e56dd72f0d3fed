import http from 'k6/http'
import { anyOf, call } from './http.ts'
import { data, given, slack, summaryTrendStats } from './summary.ts'
import { thresholds } from './thresholds.ts'

export { handleSummary } from './summary.ts'

/**
 * People who look at lists while everybody else's sockets reconnect. Input: SECONDS, RATE (calls a second), and their
 * cookies.
 */
const cookies = data() as string[]

export const options = {
  scenarios: {
    people: {
      executor: 'constant-arrival-rate',
      rate: Number(given('RATE')),
      timeUnit: '1s',
      duration: `${given('SECONDS')}s`,
      preAllocatedVUs: 20,
      maxVUs: 200,
    },
  },
  thresholds: thresholds(slack)['storm-people'],
  summaryTrendStats,
}

http.setResponseCallback(http.expectedStatuses(200))

export default function look() {
  call('GET', '/zones', { verb: 'zones', cookie: anyOf(cookies) })
}
