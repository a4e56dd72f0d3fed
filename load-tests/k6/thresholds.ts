/**
 * Thresholds of every scenario; k6 fails if one is missed. Times in milliseconds. The runner checks the database
 * afterwards. Time limits are multiplied by `slack`; if that is infinite there is no limit, only the requirement that a
 * time exists.
 */
export const thresholds = (slack: number) => {
  const timed = Number.isFinite(slack)
  const below = (value: string, ms: number): string => (timed ? `${value}<${ms * slack}` : `${value}>=0`)
  return {
    'last-places': {
      checks: ['rate==1'],
      http_req_failed: ['rate==0'],
      'http_req_duration{verb:hold}': [below('p(99)', 2_000), below('max', 5_000)],
      'http_req_duration{verb:finalize}': [below('p(99)', 2_000), below('max', 5_000)],
    },
    /** As fast as possible: the rate is only a figure; the threshold is that each call gets a reply. */
    'telemetry-http': { checks: ['rate==1'], 'http_req_duration{verb:messages}': [below('p(99)', 5_000)] },
    'telemetry-link': { checks: ['rate==1'], answer_ms: [below('p(99)', 5_000)] },
    'morning-rush': {
      checks: ['rate==1'],
      http_req_failed: ['rate==0'],
      'http_req_duration{verb:search}': [below('p(95)', 500), below('p(99)', 1_000)],
      'http_req_duration{verb:hold}': [below('p(95)', 500), below('p(99)', 1_000)],
      'http_req_duration{verb:finalize}': [below('p(95)', 500), below('p(99)', 1_000)],
      'http_req_duration{verb:open}': [below('p(95)', 500), below('p(99)', 1_000)],
    },
    'dashboard-fanout': {
      checks: ['rate==1'],
      missing: ['count==0'],
      push_ms: [below('p(95)', 100), below('p(99)', 250)],
    },
    'reconnect-storm': { checks: ['rate==1'], missing: ['count==0'] },
    'storm-people': { http_req_failed: ['rate==0'], http_req_duration: [below('p(95)', 1_000)] },
    mixed: {
      http_req_failed: ['rate<0.001'],
      checks: ['rate>0.999'],
      http_req_duration: [below('p(95)', 300), below('p(99)', 800)],
      dropped_iterations: [timed ? 'count==0' : 'count>=0'],
    },
    /**
     * The same during faults: retries succeed and nobody waits for ever. Between two faults, once the first has
     * had time to recover, everything is as usual.
     */
    'mixed-broken': {
      checks: ['rate>0.999'],
      'http_req_failed{calm:yes}': ['rate<0.001'],
      'http_req_duration{calm:yes}': [below('p(95)', 300), below('p(99)', 800)],
      http_req_duration: [below('max', 10_000)],
      call_ms: [below('max', 30_000)],
    },
  }
}
