import { afterAll, beforeAll, expect, it } from 'vitest'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { reserveRemotely, revokeShare, share } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { type Answer, connectPerson, type Person, signIn } from '../testing/person.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let portal: RunningPortal
let visitor: Person
let manager: Person

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  await insert(db.knex, 'events', { zone_id: world.own.id, name: 'Always', starts_on: '2020-01-01' })
  portal = await startPortal({ databaseUrl: db.url, env: { LOG_LEVEL: 'trace' } })
  const join = async (login: string) => connectPerson(portal.url, await signIn(portal.url, login, world.password))
  visitor = await join(world.users.visitor.login)
  manager = await join(world.users.rm.login)
})
afterAll(async () => {
  for (const person of [visitor, manager]) person?.close()
  await portal?.end()
  await db?.close()
})

const at = (hours: number) => new Date((Math.ceil(Date.now() / 3_600_000) + hours) * 3_600_000).toISOString()
const tokenOf = (url: string) => /[A-Za-z0-9_-]{43}/.exec(url)?.[0] ?? 'no token'
function done<R>(answer: Answer<R>): R {
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.reply
}

/** What a guest's browser asks for: pages as a person, calls as the application. */
function guest(method: string, path: string, accept: string, body?: object): Promise<Response> {
  return fetch(`${portal.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      accept,
      ...(accept === 'text/html' ? {} : { 'client-id': 'test' }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
}
const json = 'application/vnd.api+json, application/json'

it('gives a link away to nobody: not in the log of the real server, not in a referrer, not in a cache [TICK-3] [OPS-4]', async () => {
  const places = world.own.gateway.devices.map(({ id }) => id)
  const held = done(
    await visitor.command(hold, { siteId: world.own.siteId, deviceId: places[0] ?? 0, start: at(24), end: at(25) }),
  ).reservation
  const reservationId = held.id
  done(await visitor.command(finalize, { reservationId, paymentMethod: 'free', priceCents: 0 }))
  const eticket = done(await visitor.command(share, { reservationId }))
  const summary = done(await visitor.command(share, { reservationId, kind: 'summary' }))
  const remote = done(
    await manager.command(reserveRemotely, {
      siteId: world.own.siteId,
      deviceId: places[1] ?? 0,
      start: at(24),
      end: at(25),
    }),
  )
  const [one, two, three] = [eticket.url, summary.url, remote.url].map(tokenOf)
  const asked: [string, string, string, number, object?][] = [
    ['GET', `/eticket/${one}`, 'text/html', 200],
    ['GET', `/reservations/remote/${two}/view`, 'text/html', 200],
    ['GET', `/reservations/remote/${three}`, 'text/html', 200],
    ['GET', `/reservation-summaries/${one}?include=devices,sites.locations`, json, 200],
    ['GET', `/reservation-summaries/${two}?include=transactions`, json, 200],
    ['GET', `/reservation-summaries/${three}`, json, 200],
    ['GET', `/reservation-summaries/${one}?${two}=1`, json, 400],
    ['GET', `/Reservation-Summaries/${one}`, json, 200],
    ['PATCH', `/remote-reservations/${three}`, json, 200, { note: 'Two bikes' }],
    ['PATCH', `/remote-reservations/${one}`, json, 404, { note: 'x' }],
    ['POST', `/remote-reservations/${three}/cancel`, json, 200],
    ['POST', `/eticket/${one}`, json, 404],
    ['GET', `/assets/${two}`, json, 404],
  ]
  for (const [method, path, accept, status, body] of asked) {
    const response = await guest(method, path, accept, body)
    await response.text()
    expect(response.headers.get('referrer-policy'), path).toBe('no-referrer')
    expect(response.headers.get('cache-control'), path).toMatch(/no-store|no-cache/)
    expect([path, response.status]).toEqual([path, status])
  }
  done(await visitor.command(revokeShare, { reservationId, shareId: eticket.share.id }))
  expect((await guest('GET', `/reservation-summaries/${one}`, json)).status, 'ended at once').toBe(404)

  // The log is written after the answer: this line comes behind all others.
  await guest('GET', '/no-such-call/last-line', json)
  await expect.poll(() => portal.output()).toContain('last-line')
  expect(portal.output()).toContain('/eticket/[redacted]')
  expect(portal.output()).toContain('/remote-reservations/[redacted]/cancel')
  for (const token of [one, two, three]) {
    expect(token).toHaveLength(43)
    expect(portal.output()).not.toContain(token?.slice(0, 20))
  }
})
