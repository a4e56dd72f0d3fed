import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../messages/testing/mail-server.ts'
import { type BusyPortal, startBusyPortal } from '../testing/busy-portal.ts'
import { expectAtMost, stopwatch } from '../testing/figures.ts'
import { type Called, percentiles, quantile, startLanes, tally } from '../testing/lanes.ts'
import { type Proxy, startProxy } from '../testing/proxy.ts'
import { startRedis, type TestRedis } from '../testing/redis.ts'

/** How long everything outside says nothing; the long form is asked for by the environment. */
const seconds = Number(process.env['T28_SECONDS'] ?? 20)

const visitors = 4
let mail: MailServer
let places: Server
let redis: TestRedis
const proxies: Proxy[] = []
let busy: BusyPortal
beforeAll(async () => {
  mail = await startMailServer()
  places = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"features":[]}')
  })
  await new Promise<void>((resolve) => places.listen(0, '127.0.0.1', resolve))
  redis = await startRedis()
  const behind = async (port: number): Promise<number> => {
    const proxy = await startProxy(() => port)
    proxies.push(proxy)
    return proxy.port
  }
  const web = await behind((places.address() as AddressInfo).port)
  busy = await startBusyPortal({
    visitors,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${await behind(mail.port)}`,
      MAIL_FROM: 'portal@example.org',
      SMS_URL: `http://127.0.0.1:${web}/sms`,
      GEOCODER_URL: `http://127.0.0.1:${web}/search`,
      REDIS_URL: `redis://127.0.0.1:${await behind(Number(new URL(redis.url).port))}`,
    },
  })
})
afterAll(async () => {
  await busy?.close()
  for (const proxy of proxies) await proxy.close()
  await redis?.kill()
  await mail?.close()
  places?.close()
})

const away = async (): Promise<boolean> => {
  const text = await (await fetch(`http://127.0.0.1:${busy.portal.port}/metrics`)).text()
  return text.includes('holdfast_messages_away{channel="mail"} 1')
}
/** What the device or the pace of one person refuses at any time. */
const usual = new Set(['ok', 'command-in-flight', 'too-fast', 'too-many-requests'])

it(`mail, SMS, places and Redis say nothing for ${seconds} s: nobody is refused, and every mail is sent afterwards [OPS-3]`, async () => {
  let asked = 0
  const load = startLanes(
    {
      ...Object.fromEntries(Array.from({ length: visitors }, (_, lane) => [`book${lane}`, () => busy.book(lane)])),
      control: () => busy.control(),
      places: async () => {
        asked += 1
        const response = await fetch(`${busy.portal.url}/places?query=street${asked}`, {
          headers: { cookie: busy.operatorCookie, 'client-id': 'test' },
        })
        await response.arrayBuffer()
        return response.status < 500 ? 'ok' : String(response.status)
      },
    },
    { pauseMs: 250 },
  )
  const took = (calls: readonly Called[]) =>
    calls.filter(({ lane }) => lane !== 'places').map(({ from, to }) => to - from)
  // As long a time before as during, so that both meet the same machine.
  await wait(seconds * 500)
  const warm = load.calls.length
  await wait(seconds * 1_000)
  const from = load.calls.length
  for (const proxy of proxies) proxy.blackHole()
  await wait(seconds * 1_000)
  const to = load.calls.length
  await expect.poll(away, { interval: 500 }).toBe(true)
  for (const proxy of proxies) proxy.heal()
  const passed = stopwatch()
  await load.stop()
  // The sender asks a server that was unavailable for long once a minute; messages put off follow half a minute later.
  const waiting = () => busy.knex('messages').where({ state: 'queued' }).first()
  while (await waiting()) await wait(500)
  const caughtUp = passed()
  expect(await away()).toBe(false)

  const sent = (await busy.knex('messages').where({ state: 'sent', channel: 'mail' }).pluck('id')) as string[]
  const arrived = new Set(mail.received.map((each) => each.header('Message-ID')))
  const lost = sent.filter((id) => ![...arrived].some((header) => header.includes(`message-${id}@`))).length
  const account = await busy.account()
  const [before, during] = [took(load.calls.slice(warm, from)), took(load.calls.slice(from, to))]
  const p95 = { before: quantile(before, 0.95), during: quantile(during, 0.95) }
  const bad = load.calls.filter(({ outcome }) => !usual.has(outcome))
  console.log(
    JSON.stringify({
      test: 'T28',
      n: load.calls.length,
      faults: proxies.length,
      lost: lost + account.lost,
      dup: mail.received.length - arrived.size,
      ...percentiles(during),
      p95Before: Math.round(p95.before),
      mails: sent.length,
      caughtUp,
      pass: lost + account.lost === 0 && bad.length === 0,
    }),
  )
  expect(tally(bad)).toEqual({})
  expect(sent.length).toBeGreaterThanOrEqual(busy.booked.length)
  expect({ lost, account }).toEqual({ lost: 0, account: { lost: 0, dup: 0 } })
  expectAtMost('p95 while all is away, ms', p95.during, p95.before * 1.2 + 20)
})
