import { check, sleep } from 'k6'
import exec from 'k6/execution'
import http, { type RefinedResponse } from 'k6/http'
import { Counter } from 'k6/metrics'
import { batchOf, counted, repeatedEvery, type Sender } from './batches.ts'
import { data, given, slack, summaryTrendStats, url } from './summary.ts'
import { thresholds } from './thresholds.ts'

export { handleSummary } from './summary.ts'

/**
 * Gateways that post batch after batch, each after the last reply; what is refused with Retry-After is sent again,
 * as the protocol says. Each reports at its end how many batches were acknowledged. Input: BASE, SIZE, SECONDS, and the
 * senders.
 */
const senders = data() as Sender[]
const [base, size, seconds] = [given('BASE'), given('SIZE'), given('SECONDS')].map(Number) as [number, number, number]

export const options = {
  scenarios: {
    flood: { executor: 'per-vu-iterations', vus: senders.length, iterations: 1, maxDuration: `${seconds + 60}s` },
  },
  thresholds: thresholds(slack)['telemetry-http'],
  summaryTrendStats,
}

const stored = new Counter('stored')
const repeated = new Counter('repeated')
const later = new Counter('sent_later')

http.setResponseCallback(http.expectedStatuses(200, 429, 503))

export default function flood() {
  const sender = senders[exec.vu.idInTest - 1]
  if (!sender) throw new Error('more VUs than gateways')
  const until = Date.now() + seconds * 1_000
  let batches = 0
  while (Date.now() < until) {
    const body = batchOf(sender, base, size, batches)
    const first = post(sender, body)
    if (first === null) continue
    stored.add(first.stored)
    check(first, { 'a batch is taken whole': ({ stored: n, duplicate }) => n + duplicate === size })
    if (batches % repeatedEvery === 0) repeat(sender, body)
    batches += 1
  }
  console.log(JSON.stringify({ gateway: sender.id, batches }))
}

/** Sends an acknowledged batch again, until it is answered. */
function repeat(sender: Sender, body: string): void {
  for (let tries = 0; tries < 20; tries += 1) {
    const again = post(sender, body)
    if (again === null) continue
    repeated.add(size)
    check(again, { 'what is sent again is known': ({ duplicate }) => duplicate === size })
    return
  }
}

/** Null: not now, the server said when. */
function post({ token }: Sender, body: string) {
  const answer: RefinedResponse<'text'> = http.post(`${url}/gateway/v1/messages`, body, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    tags: { verb: 'messages' },
    responseType: 'text',
  })
  if (answer.status === 429 || answer.status === 503) {
    const pause = Number(answer.headers['Retry-After'])
    check(pause, { 'a refusal says when to come back': (after) => after > 0 })
    later.add(1)
    sleep(pause > 0 ? pause : 1)
    return null
  }
  const reply = answer.status === 200 ? counted(answer.json()) : null
  check(reply, { 'a batch is answered': (found) => found !== null })
  if (reply === null) sleep(1)
  return reply
}
