import { check } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import { Counter } from 'k6/metrics'
import { type Answer, call, codeOf, resource } from './http.ts'
import { data, given, slack, summaryTrendStats } from './summary.ts'
import { thresholds } from './thresholds.ts'

export { handleSummary } from './summary.ts'

/**
 * Visitors competing for the last places: everybody wants any place of the same site for the same hour at once, slot after slot,
 * holds it and books it. Each loser must get a proper refusal. Input: SITE, BASE (ISO), SLOTS, and the visitors'
 * cookies.
 */
const [site, base, slots] = [given('SITE'), given('BASE'), given('SLOTS')]
const cookies = data() as string[]

export const options = {
  scenarios: {
    race: { executor: 'per-vu-iterations', vus: cookies.length, iterations: Number(slots), maxDuration: '3m' },
  },
  thresholds: thresholds(slack)['last-places'],
  summaryTrendStats,
}

const booked = new Counter('booked')
const lost = new Counter('lost')
const losing = ['place-taken', 'place-held', 'no-free-place']

http.setResponseCallback(http.expectedStatuses(200, 201, 409, 503))

export default function visit() {
  const slot = exec.vu.iterationInScenario
  const start = Date.parse(base) + slot * 3_600_000
  const held = post('/reservations', 'hold', {
    siteId: Number(site),
    start: new Date(start).toISOString(),
    end: new Date(start + 3_600_000).toISOString(),
  })
  if (held.status === 409) {
    lost.add(1)
    check(held, { 'a loser is told properly': (answer) => losing.includes(codeOf(answer)) })
    return
  }
  if (!check(held, { 'the place is held': (answer) => answer.status === 201 })) return
  const { id, attributes } = held.json('data') as unknown as { id: string; attributes: { priceCents: number } }
  const done = post(
    `/reservations/${id}/finalize`,
    'finalize',
    { paymentMethod: 'credit', priceCents: attributes.priceCents },
    id,
  )
  if (check(done, { 'the place is booked': (answer) => answer.status === 200 })) booked.add(1)
}

function post(path: string, verb: string, attributes: object, id?: string): Answer {
  const cookie = cookies[exec.vu.idInTest - 1] ?? ''
  return call('POST', path, { verb, cookie, body: resource('reservations', attributes, id) })
}
