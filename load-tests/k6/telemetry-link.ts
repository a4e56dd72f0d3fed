import { check } from 'k6'
import exec from 'k6/execution'
import { Counter, Trend } from 'k6/metrics'
import { setTimeout } from 'k6/timers'
import type { Spoken } from '../crowd/speak.ts'
import { batchOf, counted, repeatedEvery, type Sender } from './batches.ts'
import { connect } from './socket.ts'
import { data, given, slack, summaryTrendStats } from './summary.ts'
import { thresholds } from './thresholds.ts'

export { handleSummary } from './summary.ts'

/**
 * The same flood over the live link: one batch in flight per gateway, the next with its acknowledgement. A broken link
 * is reopened, and what was not acknowledged is sent again. Input: BASE, SIZE, SECONDS, and the senders.
 */
const senders = data() as Sender[]
const [base, size, seconds] = [given('BASE'), given('SIZE'), given('SECONDS')].map(Number) as [number, number, number]

export const options = {
  scenarios: {
    flood: { executor: 'per-vu-iterations', vus: senders.length, iterations: 1, maxDuration: `${seconds + 60}s` },
  },
  thresholds: thresholds(slack)['telemetry-link'],
  summaryTrendStats,
}

const stored = new Counter('stored')
const repeated = new Counter('repeated')
const later = new Counter('sent_later')
const lost = new Counter('links_lost')
const answerMs = new Trend('answer_ms')

const againMs = 1_000

export default function flood() {
  const sender = senders[exec.vu.idInTest - 1]
  if (!sender) throw new Error('more VUs than gateways')
  const until = Date.now() + seconds * 1_000
  let batches = 0
  let link: Spoken | null = null
  open()

  function open(): void {
    const { token } = sender as Sender
    link = connect(
      '/gateway',
      { auth: { token } },
      {
        connected: () => undefined,
        // The gateway may send once it is greeted.
        event: (name) => name === 'hello' && next(),
        ended() {
          link = null
          if (Date.now() >= until) return
          lost.add(1)
          setTimeout(open, againMs)
        },
      },
    )
  }

  function next(): void {
    if (Date.now() < until) return send(batches, false)
    console.log(JSON.stringify({ gateway: sender?.id, batches }))
    link?.close()
  }

  function send(batch: number, again: boolean): void {
    const sentAt = Date.now()
    link?.emit('messages', JSON.parse(batchOf(sender as Sender, base, size, batch)), (answer) => {
      answerMs.add(Date.now() - sentAt)
      const reply = counted(answer)
      if (reply === null) {
        const { retryAfter } = (answer ?? {}) as { retryAfter?: number }
        check(retryAfter, { 'a refusal says when to come back': (after) => Number(after) > 0 })
        later.add(1)
        return void setTimeout(() => send(batch, again), Number(retryAfter ?? 1) * 1_000)
      }
      if (again) {
        repeated.add(size)
        check(reply, { 'what is sent again is known': ({ duplicate }) => duplicate === size })
        return next()
      }
      stored.add(reply.stored)
      check(reply, { 'a batch is taken whole': (found) => found.stored + found.duplicate === size })
      batches += 1
      if (batch % repeatedEvery === 0) send(batch, true)
      else next()
    })
  }
}
