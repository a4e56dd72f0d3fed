import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { connect } from '../../db/connect.ts'
import { runCommand } from '../../server/kernel/bus/dispatch.ts'
import { registry } from '../../server/registry.ts'
import { sessionHashOf } from '../../server/socket/cookie.ts'
import { testContext } from '../../server/testing/context.ts'
import type { RunningPortal } from '../../server/testing/harness.ts'
import { connectPerson, type Person } from '../../server/testing/person.ts'
import { makeBookingSite, type BookingSite as Site } from './booking-site.ts'
import { runPgbench, type Sent, scriptOf, type Vary } from './pgbench.ts'

const clients = 16
/** Each client acts for this many people in turn, because calls per person are limited. */
const peopleEach = 12
const seconds = 6
const hourMs = 3_600_000
const base = new Date(Math.ceil(Date.now() / hourMs) * hourMs + 24 * hourMs)

/**
 * Confirmed bookings a second (hold and finalize, paid with credit) on one site through the real server, against the
 * same statements sent by pgbench to the same database in the same run. pgbench = null if it is not installed.
 */
export async function bookingsAgainstPgbench(portal: RunningPortal, knex: Knex, url: string) {
  const site = await makeBookingSite(knex, { places: clients, people: clients * peopleEach })
  const people = await Promise.all(site.people.map(({ cookie }) => connectPerson(portal.url, cookie)))
  await bookFor(people, site, 0, 1_500)
  const real = await bookFor(people, site, 100_000, seconds * 1_000)
  for (const person of people) person.close()
  const script = await recordScript(url, site)
  const pgbench = await runPgbench(url, script, { clients, seconds })
  const overlaps = await knex.raw<{ rows: object[] }>(
    `select from reservations a join reservations b on a.device_id = b.device_id and a.id < b.id and a.span && b.span
     where a.state in ('CREATED', 'RESERVED') and b.state in ('CREATED', 'RESERVED') and not a.shared and not b.shared limit 1`,
  )
  if (overlaps.rows.length > 0) throw new Error('two live reservations of one device overlap')
  return { ...real, pgbench, ratio: pgbench === null ? null : real.perSecond / pgbench }
}

/** Each client books hour after hour of a place of its own. */
async function bookFor(people: readonly Person[], site: Site, firstHour: number, ms: number) {
  const until = performance.now() + ms
  const began = performance.now()
  const times: number[] = []
  await Promise.all(
    site.places.map(async (deviceId, n) => {
      for (let hour = firstHour; performance.now() < until; hour += 1) {
        const person = people[n * peopleEach + (hour % peopleEach)] as Person
        const from = performance.now()
        const held = await person.command(hold, { siteId: site.siteId, deviceId, ...span(hour) })
        if (!held.ok) throw new Error(`hold: ${held.refusal.code}`)
        const { id, priceCents } = held.reply.reservation
        const booked = await person.command(finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
        if (!booked.ok) throw new Error(`finalize: ${booked.refusal.code}`)
        times.push(performance.now() - from)
      }
    }),
  )
  times.sort((a, b) => a - b)
  const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN
  return {
    perSecond: (times.length * 1_000) / (performance.now() - began),
    p50: at(0.5),
    p99: at(0.99),
    n: times.length,
  }
}

function span(hour: number): { start: string; end: string } {
  const start = base.getTime() + hour * hourMs
  return { start: new Date(start).toISOString(), end: new Date(start + hourMs).toISOString() }
}

/**
 * Books once in this process, records every statement, and makes a script of them in which client, hour and ids vary.
 */
async function recordScript(url: string, site: Site): Promise<string> {
  const knex = connect(url, { max: 1, name: 'bench-trace' })
  try {
    const [person, place] = [site.people[0], site.places[0]]
    if (!person || !place) throw new Error('nobody to record')
    const session = sessionHashOf(person.cookie, 'portal')
    const context = testContext(knex, registry())
    const sent: Sent[] = []
    await writeDown(knex, (one) => sent.push(one))
    const ids = [randomUUID(), randomUUID()] as const
    const request = { siteId: site.siteId, deviceId: place, ...span(200_000) }
    const held = await runCommand(context, session, { id: ids[0], name: hold.name, input: request })
    if (!held.ok) throw new Error(held.refusal.code)
    const { id, priceCents } = (held.reply as { reservation: { id: number; priceCents: number } }).reservation
    const input = { reservationId: id, paymentMethod: 'credit', priceCents }
    const booked = await runCommand(context, session, { id: ids[1], name: finalize.name, input })
    if (!booked.ok) throw new Error(booked.refusal.code)
    return scriptOf(sent, varied(site, { ids, reservationId: id, session, span: request }))
  } finally {
    await knex.destroy()
  }
}

interface Asked {
  readonly text: string
  readonly values?: readonly unknown[]
}
interface Connection {
  query(asked: string | Asked, ...rest: unknown[]): unknown
}

/** Reports every statement of a pool with one connection, including those that bypass Knex. */
async function writeDown(knex: Knex, tell: (sent: Sent) => void): Promise<void> {
  const client = knex.client as {
    acquireConnection(): Promise<Connection>
    releaseConnection(one: Connection): Promise<void>
  }
  const connection = await client.acquireConnection()
  const query = connection.query.bind(connection)
  connection.query = (asked, ...rest) => {
    const { text, values = [] } = typeof asked === 'string' ? { text: asked } : asked
    // Knex passes the values beside the text.
    const [given] = rest
    tell({ sql: text, bindings: Array.isArray(given) ? given : values })
    return query(asked, ...rest)
  }
  await client.releaseConnection(connection)
}

function varied(
  site: Site,
  seen: {
    ids: readonly [string, string]
    reservationId: number
    session: Buffer | null
    span: { start: string; end: string }
  },
): Vary {
  const mine = (values: readonly (number | string)[]) => `(array[${values.join(', ')}])[:client_id::int + 1]`
  const hour = (more: number) =>
    `(timestamptz '${base.toISOString()}' + (300000 + :n::int + ${more}) * interval '1 hour')`
  const uuid = (letter: string) => `md5('${letter}' || :client_id::int || ':' || :n::int)::uuid`
  const sessions = site.people.map(({ cookie }) => `'\\x${sessionHashOf(cookie, 'portal')?.toString('hex')}'::bytea`)
  const started = Date.now()
  return (value) => {
    if (value === seen.reservationId || value === `booking:${seen.reservationId}`)
      return typeof value === 'number' ? ':id::int' : `'booking:' || :id::int`
    if (value === site.people[0]?.userId) return mine(site.people.map(({ userId }) => userId))
    if (value === `user:${site.people[0]?.userId}`) return `'user:' || ${mine(site.people.map(({ userId }) => userId))}`
    if (value === site.places[0]) return mine(site.places)
    if (value === seen.ids[0]) return uuid('hold')
    if (value === seen.ids[1]) return uuid('finalize')
    if (Buffer.isBuffer(value) && seen.session?.equals(value)) return mine(sessions)
    const time = value instanceof Date ? value.toISOString() : value
    if (time === seen.span.start) return hour(0)
    if (time === seen.span.end) return hour(1)
    if (value instanceof Date && Math.abs(value.getTime() - started) < 600_000)
      return `(clock_timestamp() + interval '${Math.round((value.getTime() - started) / 1_000)} s')`
    return null
  }
}
