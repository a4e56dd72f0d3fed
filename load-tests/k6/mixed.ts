import { check } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import { Counter } from 'k6/metrics'
import { type Answer, anyOf, breaks, call, codeOf, resource } from './http.ts'
import { data, given, slack, summaryTrendStats } from './summary.ts'
import { thresholds } from './thresholds.ts'

export { handleSummary } from './summary.ts'

interface Given {
  readonly siteIds: number[]
  readonly deviceIds: number[]
  readonly visitors: string[]
  readonly operators: string[]
  readonly admins: string[]
}

/**
 * A day at a busy portal: 60 % of the calls are search and availability, 25 % lists, 5 % booking, 5 % control, 5 %
 * administration, at a steady rate however long replies take. Input: RATE (calls a second), SECONDS, BASE (ISO), the
 * sites, devices and people.
 */
const { siteIds, deviceIds, visitors, operators, admins } = data() as Given
const base = Date.parse(given('BASE'))
const hourMs = 3_600_000

/** A booking is two calls: of a hundred calls five are made by two and a half visits, the others by one each. */
const visitsOfHundredCalls = 97.5

export const options = {
  scenarios: {
    day: {
      executor: 'constant-arrival-rate',
      // Whole numbers only.
      rate: Number(given('RATE')) * visitsOfHundredCalls * 2,
      timeUnit: '200s',
      duration: `${given('SECONDS')}s`,
      // Each waiting caller takes one during a fault; creating them then would take what the server needs to recover.
      preAllocatedVUs: breaks ? 800 : 100,
      maxVUs: breaks ? 800 : 400,
    },
  },
  thresholds: thresholds(slack)[breaks ? 'mixed-broken' : 'mixed'],
  summaryTrendStats,
}

const holds = new Counter('held')
const booked = new Counter('booked')
const commanded = new Counter('issued')
const taken = new Counter('places_taken')
/** Commands without a gateway: it had not reconnected after a fault. */
const away = new Counter('gateways_away')
/** Retried to the end without a reply: it may have been done or not. */
const unheard = new Counter('unheard')
/** Correct refusals when many want the same at once. */
const proper = ['place-taken', 'place-held', 'no-free-place', 'command-in-flight', 'too-fast']

http.setResponseCallback(http.expectedStatuses({ min: 200, max: 299 }, 409))

export default function visit() {
  const chance = Math.random() * visitsOfHundredCalls
  if (chance < 60) search()
  else if (chance < 85) list()
  else if (chance < 90) control()
  else if (chance < 95) administer()
  else book()
}

const fine = (answer: Answer): boolean => check(answer, { 'it is answered': ({ status }) => status === 200 })

function spanAt(hour: number): string {
  return `start=${new Date(base + hour * hourMs).toISOString()}&end=${new Date(base + (hour + 1) * hourMs).toISOString()}`
}

function search(): void {
  const cookie = anyOf(visitors)
  const span = spanAt(Math.floor(Math.random() * 200))
  if (Math.random() < 0.5) fine(call('GET', `/availability?${span}`, { verb: 'search', cookie }))
  else fine(call('GET', `/availability/${anyOf(siteIds)}?${span}`, { verb: 'places', cookie }))
}

function list(): void {
  if (Math.random() < 0.5) fine(call('GET', '/reservations/personal_index', { verb: 'own', cookie: anyOf(visitors) }))
  else fine(call('GET', '/reservations?include=Devices,Users', { verb: 'list', cookie: anyOf(operators) }))
}

/** Each visit has an hour of its own in the far future, so refusals are about the place alone. */
function book(): void {
  const cookie = anyOf(visitors)
  const start = base + (300 + (exec.scenario.iterationInTest % 5_000)) * hourMs
  const span = { start: new Date(start).toISOString(), end: new Date(start + hourMs).toISOString() }
  const request = resource('reservations', { siteId: anyOf(siteIds), ...span })
  const held = call('POST', '/reservations', { verb: 'hold', cookie, body: request })
  if (wasTaken(held)) return
  if (!check(held, { 'a place is held': ({ status }) => status === 201 || status === 200 })) {
    countUnheard(held)
    return
  }
  holds.add(1)
  const { id, attributes } = held.json('data') as unknown as { id: string; attributes: { priceCents: number } }
  const payment = resource('reservations', { paymentMethod: 'credit', priceCents: attributes.priceCents }, id)
  const done = call('POST', `/reservations/${id}/finalize`, { verb: 'finalize', cookie, body: payment })
  if (check(done, { 'a place is booked': ({ status }) => status === 200 })) booked.add(1)
  else countUnheard(done)
}

function control(): void {
  const device = String(anyOf(deviceIds))
  const request = resource('devices', { status: 'updating_status' }, device)
  const answer = call('PATCH', `/devices/${device}`, { verb: 'command', cookie: anyOf(operators), body: request })
  if (breaks && codeOf(answer) === 'gateway-unreachable') {
    away.add(1)
    return
  }
  if (wasTaken(answer)) return
  if (check(answer, { 'a command is sent': ({ status }) => status === 202 })) commanded.add(1)
  else countUnheard(answer)
}

function administer(): void {
  const path = anyOf(['/sites?include=zones', '/zones?include=tenants', `/sites/${anyOf(siteIds)}`])
  fine(call('GET', path, { verb: 'admin', cookie: anyOf(admins) }))
}

/** Refused because others were first: counted, with a proper code. */
function wasTaken(answer: Answer): boolean {
  if (answer.status !== 409) return false
  taken.add(1)
  check(answer, { 'who was too late is told properly': (refused) => proper.includes(codeOf(refused)) })
  return true
}

function countUnheard({ status }: Answer): void {
  if (status === 0 || status === 503) unheard.add(1)
}
