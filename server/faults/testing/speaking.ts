import { setTimeout as pass } from 'node:timers/promises'
import { io as connect, type Socket } from 'socket.io-client'
import type { SendingGateway } from './floods.ts'

/** The outcome of everything that gateways sent. */
export interface Said {
  /** Messages that had to be stored, by gateway. */
  readonly good: Record<number, number>
  /** Invalid messages, and how many were refused one by one. */
  spoiled: number
  refusedAlone: number
  /** Unreadable bodies, and how many were refused. */
  broken: number
  refusedWhole: number
  readonly unexpected: string[]
  /** Every acknowledged body: gateway, time and duration, ms of performance.now(). */
  readonly lags: { readonly gateway: number; readonly at: number; readonly ms: number }[]
  flaps: number
}
export interface Speaking {
  readonly said: Said
  /** Bodies sent and not acknowledged yet. */
  waiting(): number
  /** Sends nothing new, and retries the rest until it is acknowledged. */
  end(): Promise<void>
}
export interface SpeakingOptions {
  readonly url: string
  readonly gateways: readonly SendingGateway[]
  /** Messages in a gateway's body of every second. */
  readonly perBody: number
  /** Share of invalid messages, and of unreadable bodies. */
  readonly wrong: number
  readonly random: () => number
}

type Answer = { as: 'stored'; refused: number } | { as: 'refused' | 'again' }
const retryMs = 200
const flapMs = 4_000

/** Gateways that send every second, half over HTTP, half over links that drop and return; each retries what was not acknowledged. */
export function startSpeaking({ url, gateways, perBody, wrong, random }: SpeakingOptions): Speaking {
  const said: Said = {
    good: {},
    spoiled: 0,
    refusedAlone: 0,
    broken: 0,
    refusedWhole: 0,
    unexpected: [],
    lags: [],
    flaps: 0,
  }
  let ended = false
  let waiting = 0

  const speak = async (gateway: SendingGateway, place: number): Promise<void> => {
    const link = place % 2 ? openLink(url, gateway.token) : null
    const send = (body: unknown): Promise<Answer> => (link ? sayTo(link, body) : post(url, gateway.token, body))
    let last = 0
    let flapAt = performance.now() + flapMs * random()
    await pass(1_000 * random())
    for (let number = 0; !ended; number += 1) {
      const begun = performance.now()
      if (link && begun > flapAt) {
        flapAt = begun + 2 * flapMs * random()
        said.flaps += 1
        link.disconnect().connect()
      }
      last = Math.max(Date.now(), last + 1)
      const messages = Array.from({ length: perBody }, (_, n) => {
        const id = `s-${number}-${n}`
        const device = gateway.devices[(number * perBody + n) % gateway.devices.length]
        const message = { id, at: new Date(last + n).toISOString(), device, kind: 'reading', temperature: n }
        if (random() >= wrong) {
          said.good[gateway.id] = (said.good[gateway.id] ?? 0) + 1
          return message
        }
        said.spoiled += 1
        return spoil(message, random())
      })
      last += perBody
      if (random() < wrong) {
        said.broken += 1
        await until(() => send(unreadable(random())), 'refused')
        said.refusedWhole += 1
      }
      waiting += 1
      const answer = await until(() => send({ messages }), 'stored')
      waiting -= 1
      if (answer.as === 'stored') said.refusedAlone += answer.refused
      const now = performance.now()
      said.lags.push({ gateway: gateway.id, at: begun, ms: now - begun })
      await pass(Math.max(0, 1_000 - (now - begun)))
    }
    link?.close()
  }
  const until = async (send: () => Promise<Answer>, wanted: Answer['as']): Promise<Answer> => {
    for (;;) {
      const answer = await send()
      if (answer.as === wanted) return answer
      if (answer.as !== 'again') said.unexpected.push(`${answer.as}, not ${wanted}`)
      await pass(retryMs)
    }
  }
  const all = gateways.map(speak)
  return {
    said,
    waiting: () => waiting,
    async end() {
      ended = true
      await Promise.all(all)
    },
  }
}

function spoil(message: object, how: number): object {
  if (how < 0.4) return { ...message, device: 'nobody-knows-it' }
  if (how < 0.7) return { ...message, temperature: 1e9 }
  return { ...message, at: new Date(Date.now() + 3_600_000).toISOString() }
}

/** A body that is no list of messages, or too long. */
function unreadable(how: number): unknown {
  if (how < 0.5) return { messages: 'none' }
  return { messages: Array.from({ length: 1_001 }, () => 0) }
}

function openLink(url: string, token: string): Socket {
  return connect(`${url}/gateway`, {
    auth: { token },
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: 50,
    reconnectionDelayMax: 500,
  })
}

async function sayTo(link: Socket, body: unknown): Promise<Answer> {
  if (!link.connected) return { as: 'again' }
  try {
    const reply = (await link.timeout(5_000).emitWithAck('messages', body)) as {
      stored?: number
      refused?: unknown[]
      error?: string
    }
    if (reply.error === 'bad-body' || reply.error === 'too-large') return { as: 'refused' }
    return reply.error === undefined ? { as: 'stored', refused: reply.refused?.length ?? 0 } : { as: 'again' }
  } catch {
    return { as: 'again' }
  }
}

async function post(url: string, token: string, body: unknown): Promise<Answer> {
  try {
    const response = await fetch(`${url}/gateway/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(5_000),
    })
    const reply = (await response.json()) as { refused?: unknown[] }
    if (response.status === 200) return { as: 'stored', refused: reply.refused?.length ?? 0 }
    return { as: response.status === 400 || response.status === 413 ? 'refused' : 'again' }
  } catch {
    return { as: 'again' }
  }
}
