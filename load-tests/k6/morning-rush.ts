import { check, sleep } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import { Counter } from 'k6/metrics'
import { type Answer, anyOf, call, codeOf, resource } from './http.ts'
import { data, given, slack, summaryTrendStats } from './summary.ts'
import { thresholds } from './thresholds.ts'

export { handleSummary } from './summary.ts'

/**
 * Everybody comes to the same site within some seconds: finds a free place, books it for now, pays and opens it.
 * Whoever was too slow for a place tries another. Input: SITE, SPREAD (seconds), MINUTES (of a stay), and people's
 * cookies.
 */
const cookies = data() as string[]
const [site, spread, minutes] = [given('SITE'), given('SPREAD'), given('MINUTES')].map(Number) as [
  number,
  number,
  number,
]

export const options = {
  scenarios: {
    rush: { executor: 'per-vu-iterations', vus: cookies.length, iterations: 1, maxDuration: `${spread + 90}s` },
  },
  thresholds: thresholds(slack)['morning-rush'],
  summaryTrendStats,
}

const opened = new Counter('opened')
const tooLate = new Counter('too_late')
const losing = ['place-taken', 'place-held', 'no-free-place']

http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 409, 503))

export default function visit() {
  const cookie = cookies[exec.vu.idInTest - 1] ?? ''
  sleep(Math.random() * spread)
  const start = Math.floor(Date.now() / 60_000) * 60_000
  // Stays end on a quarter of an hour.
  const end = Math.ceil((start + minutes * 60_000) / 900_000) * 900_000
  const span = { start: new Date(start).toISOString(), end: new Date(end).toISOString() }
  for (let tries = 0; tries < 30; tries += 1) {
    const held = take(cookie, span)
    if (held.status === 409) {
      tooLate.add(1)
      check(held, { 'who is too late is told properly': (answer) => losing.includes(codeOf(answer)) })
      sleep(0.2 + Math.random() * 0.3)
      continue
    }
    if (check(held, { 'the place is held': (answer) => answer.status === 201 })) payAndOpen(cookie, held)
    return
  }
  check(null, { 'a place was found': () => false })
}

/** Finds free places and holds one of them. */
function take(cookie: string, { start, end }: { start: string; end: string }): Answer {
  const query = `start=${start}&end=${end}`
  const sites = call('GET', `/availability?siteId=${site}&${query}`, { verb: 'search', cookie })
  check(sites, { 'the site is found': (answer) => answer.json('sites.0.id') === site })
  const shown = call('GET', `/availability/${site}?${query}`, { verb: 'places', cookie })
  const places = shown.json('places') as unknown as { state: string; device: { id: number } }[]
  const free = places.filter(({ state }) => state === 'free')
  check(free, { 'something is free': (list) => list.length > 0 })
  const attributes = { siteId: site, deviceId: anyOf(free).device.id, start, end }
  return call('POST', '/reservations', { verb: 'hold', cookie, body: resource('reservations', attributes) })
}

function payAndOpen(cookie: string, held: Answer): void {
  const { id, attributes } = held.json('data') as unknown as {
    id: string
    attributes: { priceCents: number; deviceId: number }
  }
  const payment = resource('reservations', { paymentMethod: 'credit', priceCents: attributes.priceCents }, id)
  const booked = call('POST', `/reservations/${id}/finalize`, { verb: 'finalize', cookie, body: payment })
  if (!check(booked, { 'the place is booked': (answer) => answer.status === 200 })) return
  const device = String(attributes.deviceId)
  const request = resource('devices', { status: 'free' }, device)
  const told = call('PATCH', `/devices/${device}`, { verb: 'open', cookie, body: request })
  if (check(told, { 'the command to open is sent': (answer) => answer.status === 202 })) opened.add(1)
}
