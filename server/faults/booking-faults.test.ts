import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod'
import type { CommandAnswer } from '../../contract/envelope.ts'
import type { CommandDef } from '../../contract/kit.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { connect } from '../../db/connect.ts'
import { type Embedded, startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { many, one } from '../../db/sql.ts'
import { insert, type Planted, plantSite, plantUser } from '../../db/testing/fixtures.ts'
import { seededRandom } from '../../telemetry/simulator/random.ts'
import { giveCredit } from '../reservations/testing/booking-world.ts'
import { freePort, type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person } from '../testing/person.ts'
import { type Proxy, startProxy } from '../testing/proxy.ts'
import { cookieFor } from '../testing/sessions.ts'

/** Cycles of killing; the long form is asked for by the environment. */
const kills = Number(process.env['T9_BOOKING_CYCLES'] ?? 2)
const crashes = Number(process.env['T10_BOOKING_CYCLES'] ?? 1)
const cuts = Number(process.env['T5_CUTS'] ?? 6)
const credit = 1_000_000
const hourMs = 3_600_000
const base = Math.ceil(Date.now() / hourMs) * hourMs + 48 * hourMs

let dir: string
let database: Embedded
let knex: Knex
let port: number
let portal: RunningPortal
let proxy: Proxy
let site: Planted
let hours = 0

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holdfast-booking-faults-'))
  database = await startEmbedded({ dir, temporary: true, supervised: true })
  knex = connect(database.url, { max: 4, name: 'test' })
  await migrate(knex)
  site = await plantSite(knex, { devices: 3 })
  await knex('device_states').update({ status: 'free', status_at: new Date() })
  const tariffId = await insert(knex, 'tariffs', { name: 'T', tenant_id: site.tenantId })
  await knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: 150 })
  await insert(knex, 'events', { zone_id: site.zoneId, name: 'Always', starts_on: '2020-01-01', tariff_id: tariffId })
  port = await freePort()
  portal = await startPortal({ databaseUrl: database.url, port })
  proxy = await startProxy(() => port)
})
afterAll(async () => {
  await proxy?.close()
  await portal?.end('SIGKILL')
  await knex?.destroy()
  await database?.stop()
  if (dir) rmSync(dir, { recursive: true, force: true })
})

interface Booker {
  userId: number
  person: Person
  /** Acknowledged bookings: reservation and price. */
  booked: { id: number; cents: number }[]
  /** Acknowledged noes. */
  refused: string[]
}

async function booker(name: string): Promise<Booker> {
  const userId = await plantUser(knex, name)
  await knex('users').where({ id: userId }).update({ tos_accepted_at: new Date() })
  await knex('user_tenants').insert({ user_id: userId, tenant_id: site.tenantId })
  await giveCredit(knex, userId, credit)
  const cookie = await cookieFor(knex, userId)
  return { userId, person: await connectPerson(`http://localhost:${proxy.port}`, cookie), booked: [], refused: [] }
}

const random = seededRandom(9)
const later = new Set(['database-unavailable', 'server-stopping', 'server-busy', 'too-many-requests'])

/** Sends a command again and again with the same id until it is answered for good, as the client does; sometimes twice at once. */
async function persist<D extends CommandDef>(
  { person }: Booker,
  def: D,
  input: z.input<D['input']>,
): Promise<{ ok: true; reply: z.output<D['reply']> } | { ok: false; code: string }> {
  const envelope = { id: randomUUID(), name: def.name, input }
  for (;;) {
    const sends = random() < 0.2 ? [1, 2] : [1]
    const tries = await Promise.allSettled(
      sends.map(() => person.socket.timeout(1_500).emitWithAck('command', envelope) as Promise<CommandAnswer>),
    )
    const answers = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const final = answers.filter((answer) => answer.ok || !later.has(answer.refusal.code))
    const [first] = final
    if (!first) continue
    for (const other of final) expect(other, 'the same request has one answer').toEqual(first)
    return first.ok ? { ok: true, reply: first.reply as never } : { ok: false, code: first.refusal.code }
  }
}

/** Books hour after hour until it is stopped; three places for all, so that some lose. */
function bookOn(booker: Booker, running: () => boolean): Promise<void> {
  const work = async () => {
    while (running()) {
      hours += 1
      const start = base + Math.floor(hours / 4) * hourMs
      const span = { start: new Date(start).toISOString(), end: new Date(start + hourMs).toISOString() }
      const held = await persist(booker, hold, { siteId: site.siteId, ...span })
      if (!held.ok) {
        booker.refused.push(held.code)
        continue
      }
      const { id, priceCents } = held.reply.reservation
      const done = await persist(booker, finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
      if (done.ok) booker.booked.push({ id, cents: priceCents })
      else booker.refused.push(done.code)
    }
  }
  return work()
}

/** Every acknowledged booking is there once and paid once, no other is, nothing overlaps, and the money is where it must be. */
async function reconcile(bookers: readonly Booker[]) {
  let lost = 0
  let extra = 0
  for (const each of bookers) {
    const found = await many<{ id: number; paid: number }>(
      knex,
      `select r.id, (select count(*) from transactions t where t.reservation_id = r.id and t.kind = 'booking') as paid
       from reservations r where r.user_id = ? and r.state = 'RESERVED'`,
      [each.userId],
    )
    const ids = new Set(found.map(({ id }) => id))
    lost += each.booked.filter(({ id }) => !ids.has(id)).length
    extra += found.length - new Set(each.booked.map(({ id }) => id)).size
    expect(found.every(({ paid }) => paid === 1)).toBe(true)
    const { balance } = await one<{ balance: number }>(
      knex,
      'select balance_cents as balance from accounts where user_id = ?',
      [each.userId],
    )
    expect(balance).toBe(credit - each.booked.reduce((sum, { cents }) => sum + cents, 0))
  }
  const { overlaps, sum } = await one<{ overlaps: number; sum: number }>(
    knex,
    `select (select count(*) from reservations a join reservations b on a.device_id = b.device_id and a.id < b.id and a.span && b.span
             where a.state in ('CREATED', 'RESERVED') and b.state in ('CREATED', 'RESERVED') and not a.shared and not b.shared) as overlaps,
       (select sum(balance_cents) from account_balances) as sum`,
  )
  return { lost, extra, overlaps, sum }
}

async function underLoad(names: string, faults: (bookers: readonly Booker[]) => Promise<void>) {
  const bookers = await Promise.all(Array.from({ length: 4 }, (_, n) => booker(`${names}-${n}`)))
  let running = true
  const work = bookers.map((each) => bookOn(each, () => running))
  try {
    await faults(bookers)
  } finally {
    running = false
    await Promise.all(work)
    for (const { person } of bookers) person.close()
  }
  const n = bookers.reduce((sum, { booked }) => sum + booked.length, 0)
  return { n, refused: bookers.reduce((sum, { refused }) => sum + refused.length, 0), ...(await reconcile(bookers)) }
}

const total = (bookers: readonly Booker[]) => bookers.reduce((sum, { booked }) => sum + booked.length, 0)
const progress = async (bookers: readonly Booker[], more: number) => {
  const seen = total(bookers)
  await expect.poll(() => total(bookers), { interval: 20 }).toBeGreaterThan(seen + more)
}

it(`the server killed with -9 ${kills} times while people book: acknowledged is booked, once, and paid once [BOOK-7] [PAY-1]`, async () => {
  const figures = await underLoad('kill', async (bookers) => {
    for (let cycle = 0; cycle < kills; cycle += 1) {
      await progress(bookers, 8 + Math.floor(random() * 5))
      await portal.end('SIGKILL')
      portal = await startPortal({ databaseUrl: database.url, port })
    }
    await progress(bookers, 5)
  })
  console.log(JSON.stringify({ test: 'T9 booking', faults: kills, ...figures }))
  expect(figures).toMatchObject({ lost: 0, extra: 0, overlaps: 0, sum: 0 })
})

it(`the database killed with -9 ${crashes} times while people book: the same [BOOK-7] [PAY-1]`, async () => {
  const figures = await underLoad('crash', async (bookers) => {
    for (let cycle = 0; cycle < crashes; cycle += 1) {
      await progress(bookers, 8)
      const pid = database.pid()
      if (pid) process.kill(pid, 'SIGKILL')
      await progress(bookers, 4)
    }
  })
  console.log(JSON.stringify({ test: 'T10 booking', faults: crashes, ...figures }))
  expect(figures).toMatchObject({ lost: 0, extra: 0, overlaps: 0, sum: 0 })
})

it('answers lost on the way: what is sent again is done once and answered the same [BOOK-7]', async () => {
  const figures = await underLoad('cut', async (bookers) => {
    for (let cut = 0; cut < cuts; cut += 1) {
      await progress(bookers, 2)
      proxy.reset()
    }
    await progress(bookers, 2)
  })
  console.log(JSON.stringify({ test: 'T5 sockets', faults: cuts, ...figures }))
  expect(figures).toMatchObject({ lost: 0, extra: 0, overlaps: 0, sum: 0 })
})
