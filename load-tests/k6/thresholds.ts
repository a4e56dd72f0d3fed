/** What every scenario must reach; k6 ends with an error when one is missed. */
export const thresholds = {
  'last-places': {
    checks: ['rate==1'],
    http_req_failed: ['rate==0'],
    'http_req_duration{verb:hold}': ['p(99)<2000', 'max<5000'],
    'http_req_duration{verb:finalize}': ['p(99)<2000', 'max<5000'],
  },
}
