import { check } from 'k6'
import exec from 'k6/execution'
import http, { type RefinedResponse } from 'k6/http'
import { Counter } from 'k6/metrics'
import { thresholds } from './thresholds.ts'

/**
 * Visitors on the last places: everybody wants any place of the same site for the same hour at once, slot after slot, holds it and books it. Each
 * loser must get a proper refusal. Given by the runner: URL, SITE, BASE (ISO), SLOTS, COOKIES (file).
 */
const { URL: url, SITE: site, BASE: base, SLOTS: slots, COOKIES: file } = __ENV as Record<string, string>
const cookies = JSON.parse(open(file as string)) as string[]

export const options = {
  scenarios: {
    race: { executor: 'per-vu-iterations', vus: cookies.length, iterations: Number(slots), maxDuration: '3m' },
  },
  thresholds: thresholds['last-places'],
  summaryTrendStats: ['avg', 'med', 'p(95)', 'p(99)', 'max'],
}

const booked = new Counter('booked')
const lost = new Counter('lost')
const losing = ['place-taken', 'place-held', 'no-free-place']

http.setResponseCallback(http.expectedStatuses(200, 201, 409))

export default function visit() {
  const slot = exec.vu.iterationInScenario
  const start = Date.parse(base as string) + slot * 3_600_000
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

function post(path: string, verb: string, attributes: object, id?: string): RefinedResponse<'text'> {
  const body = JSON.stringify({ data: { type: 'reservations', ...(id ? { id } : {}), attributes } })
  return http.post(`${url}${path}`, body, {
    headers: {
      'content-type': 'application/vnd.api+json',
      accept: 'application/vnd.api+json',
      'client-id': 'load',
      cookie: cookies[exec.vu.idInTest - 1] ?? '',
    },
    tags: { verb },
    responseType: 'text',
  })
}

function codeOf(answer: RefinedResponse<'text'>): string {
  const code = answer.json('errors.0.code')
  return typeof code === 'string' ? code : ''
}
