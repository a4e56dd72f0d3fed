import { sleep } from 'k6'
import crypto from 'k6/crypto'
import exec from 'k6/execution'
import http, { type RefinedResponse } from 'k6/http'
import { Counter, Trend } from 'k6/metrics'
import { url } from './summary.ts'

export type Answer = RefinedResponse<'text'>

const json = 'application/vnd.api+json'
/** Seconds between deliberate faults; 0 = none. */
const breakEvery = Number(__ENV['BREAK_EVERY'] ?? 0)
/** Callers that lose the connection retry, like the application. */
export const breaks = breakEvery > 0
/** Seconds within which everything must have recovered; no times are counted in that span and before the next fault. */
const recovery = 40
const margin = 10

/** Nothing is broken or recovering. */
function isCalm(): boolean {
  const seconds = (Date.now() - exec.scenario.startTime) / 1_000
  const since = seconds % breakEvery
  return since < breakEvery - margin && (seconds < breakEvery || since > recovery)
}

const maxTries = breaks ? 30 : 5
const repeated = new Counter('calls_repeated')
/** From the first request to the last reply, with all retries, ms. */
const whole = new Trend('call_ms', true)

/**
 * One call of a person, like the application; `verb` is the tag under which its time is counted. A change has a key of
 * its own and is sent again with it while the server is too busy (or unavailable, during faults): it is done only once.
 */
export function call(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  { verb, cookie, body }: { verb: string; cookie: string; body?: object },
): Answer {
  const sent = body === undefined ? null : JSON.stringify(body)
  const headers = {
    accept: `${json}, application/json`,
    'client-id': 'load',
    cookie,
    ...(body ? { 'content-type': json, 'idempotency-key': uuid() } : {}),
  }
  const began = Date.now()
  for (let tries = 1; ; tries += 1) {
    const answer: Answer = http.request(method, `${url}${path}`, sent, {
      headers,
      tags: { verb, name: verb, ...(breaks ? { calm: isCalm() ? 'yes' : 'no' } : {}) },
      responseType: 'text',
    })
    const away = breaks && answer.status === 0
    if ((answer.status !== 503 && !away) || tries === maxTries) {
      whole.add(Date.now() - began)
      return answer
    }
    repeated.add(1)
    sleep(Number(answer.headers['Retry-After'] ?? 1))
  }
}

/** A random UUID of version 4. */
function uuid(): string {
  const hex = [...new Uint8Array(crypto.randomBytes(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** A JSON:API body. */
export const resource = (type: string, attributes: object, id?: string): object => ({
  data: { type, ...(id === undefined ? {} : { id }), attributes },
})

/** The code of a refusal; empty if the reply is none. */
export function codeOf(answer: Answer): string {
  if (answer.status < 400) return ''
  const code = answer.json('errors.0.code')
  return typeof code === 'string' ? code : ''
}

/** A random element of a list. */
export function anyOf<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
