import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Knex } from 'knex'
import { command } from '../../contract/control.ts'
import { finalize, hold } from '../../contract/reservations/book.ts'
import { connect } from '../../db/connect.ts'
import { type Embedded, startEmbedded } from '../../db/embedded/start.ts'
import { migrate } from '../../db/migrate.ts'
import { insert, type Planted, plantSite, plantUser } from '../../db/testing/fixtures.ts'
import { type Simulator, startSimulator } from '../../telemetry/simulator/start.ts'
import { giveCredit } from '../reservations/testing/booking-world.ts'
import { freePort, type RunningPortal, startPortal } from './harness.ts'
import { connectPerson, type Person, postMessages, signIn } from './person.ts'
import { cookieFor } from './sessions.ts'
import { simulated } from './simulated.ts'
import { haveReported, makeWorld, type World } from './world.ts'

const hourMs = 3_600_000

/** A portal on its own database server, with people who book, an operator who sends commands, and gateways: the target of fault tests. */
export interface BusyPortal {
  readonly database: Embedded
  /** The test's own connection to the database. */
  readonly knex: Knex
  readonly portal: RunningPortal
  readonly world: World
  readonly site: Planted
  readonly simulator: Simulator
  readonly operator: Person
  readonly operatorCookie: string
  /** Books the next free hour; 'ok' or the refusal. Acknowledged bookings are recorded. */
  book(lane: number): Promise<string>
  readonly booked: number[]
  /** Commands the next device to report its state; 'ok' or the refusal. Acknowledged commands are recorded. */
  control(): Promise<string>
  readonly commanded: string[]
  /** A gateway without a link sends this many readings; 'ok' or the status. Acknowledged ids are recorded. */
  send(messages: number): Promise<string>
  readonly acknowledged: Set<string>
  /** Signs in with a password; 'ok' or the refusal. */
  login(): Promise<string>
  /** Acknowledged bookings, commands and messages missing from the database, and duplicate readings. */
  account(): Promise<{ lost: number; dup: number }>
  close(): Promise<void>
}

interface Options {
  /** Folder of the database; default: a new one. Emptied at the end. */
  readonly dir?: string
  readonly env?: Record<string, string>
  readonly visitors?: number
  readonly devices?: number
}

export async function startBusyPortal({ dir, env, visitors = 2, devices = 40 }: Options = {}): Promise<BusyPortal> {
  const folder = dir ?? mkdtempSync(join(tmpdir(), 'holdfast-busy-'))
  const database = await startEmbedded({ dir: folder, temporary: true, supervised: true })
  const knex = connect(database.url, { max: 4, name: 'test', queryTimeoutMs: 60_000 })
  await migrate(knex)
  const world = await makeWorld(knex, { devices })
  await haveReported(knex, world.own.gateway)
  const site = await bookable(knex)
  const portal = await startPortal({ databaseUrl: database.url, port: await freePort(), ...(env ? { env } : {}) })
  const type = (place: number) => (place % 2 ? 'PARKING_LOT' : 'BIKE_BOX')
  const simulator = startSimulator({
    url: `http://127.0.0.1:${portal.port}`,
    gateways: [simulated(world.own.gateway, { typeOf: type, moveMs: 20 })],
  })
  await simulator.connected()
  const operatorCookie = await signIn(portal.url, 'rm', world.password)
  const operator = await connectPerson(portal.url, operatorCookie)
  const people: Person[] = []
  for (let index = 0; index < visitors; index += 1)
    people.push(await connectPerson(portal.url, await visitor(knex, site, `booker-${index}`)))

  const booked: number[] = []
  const commanded: string[] = []
  const acknowledged = new Set<string>()
  const base = Math.ceil(Date.now() / hourMs) * hourMs + 48 * hourMs
  let hours = 0
  let deviceCommands = 0
  return {
    database,
    knex,
    portal,
    world,
    site,
    simulator,
    operator,
    operatorCookie,
    booked,
    commanded,
    acknowledged,
    async book(lane) {
      const person = people[lane]
      if (!person) throw new Error('nobody books there')
      const start = base + hours++ * hourMs
      const span = { start: new Date(start).toISOString(), end: new Date(start + hourMs).toISOString() }
      const held = await person.command(hold, { siteId: site.siteId, ...span })
      if (!held.ok) return held.refusal.code
      const { id, priceCents } = held.reply.reservation
      const done = await person.command(finalize, { reservationId: id, paymentMethod: 'credit', priceCents })
      if (!done.ok) return done.refusal.code
      booked.push(id)
      return 'ok'
    },
    async control() {
      const device = world.own.gateway.devices[deviceCommands++ % devices]
      const answer = await operator.command(command, { deviceId: device?.id ?? 0, action: 'refresh' })
      if (!answer.ok) return answer.refusal.code
      commanded.push(answer.reply.deviceCommandId)
      return 'ok'
    },
    async send(count) {
      const { gateway } = world.foreign
      const messages = Array.from({ length: count }, (_, index) => ({
        id: randomUUID(),
        at: new Date().toISOString(),
        device: gateway.devices[index % gateway.devices.length]?.hardwareId,
        kind: 'reading',
        temperature: 20 + (index % 10),
      }))
      const response = await postMessages(`http://127.0.0.1:${portal.port}`, gateway.token, messages)
      const reply = (await response.json()) as { stored?: number; duplicate?: number; error?: string }
      if (response.status !== 200) {
        if (!(Number(response.headers.get('retry-after')) > 0)) return `${response.status} without Retry-After`
        return `${response.status} ${reply.error}`
      }
      if (reply.stored !== count) return `wrong: ${JSON.stringify(reply)}`
      for (const { id } of messages) acknowledged.add(id)
      return 'ok'
    },
    async login() {
      try {
        await signIn(portal.url, 'srm', world.password)
        return 'ok'
      } catch (error) {
        return /"code":"([\w-]+)"/.exec((error as Error).message)?.[1] ?? (error as Error).message
      }
    },
    async account() {
      const found = async (table: string, column: string, ids: readonly (string | number)[]) => {
        const known = new Set((await knex(table).whereIn(column, ids).pluck(column)) as (string | number)[])
        return ids.filter((id) => !known.has(id)).length
      }
      const messages = (await knex('gateway_receipts')
        .where({ gateway_id: world.foreign.gateway.id })
        .pluck('message_id')) as string[]
      const stored = new Set(messages)
      const own = world.foreign.gateway.devices.map(({ id }) => id)
      const [{ count }] = (await knex('readings').whereIn('device_id', own).count({ count: '*' })) as [
        { count: number },
      ]
      return {
        lost:
          (await found('reservations', 'id', booked)) +
          (await found('device_commands', 'id', commanded)) +
          [...acknowledged].filter((id) => !stored.has(id)).length,
        dup: Number(count) - stored.size,
      }
    },
    async close() {
      for (const person of [operator, ...people]) person.close()
      await simulator.stop()
      await portal.end('SIGKILL')
      await knex.destroy()
      await database.stop()
      if (!dir) rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function bookable(knex: Knex): Promise<Planted> {
  const site = await plantSite(knex, { devices: 3 })
  await knex('device_states').whereIn('device_id', site.deviceIds).update({ status: 'free', status_at: new Date() })
  const tariffId = await insert(knex, 'tariffs', { name: 'T', tenant_id: site.tenantId })
  await knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: 150 })
  await insert(knex, 'events', { zone_id: site.zoneId, name: 'Always', starts_on: '2020-01-01', tariff_id: tariffId })
  return site
}

/** Creates a visitor with credit; returns the Cookie header of a session. */
async function visitor(knex: Knex, site: Planted, name: string): Promise<string> {
  const userId = await plantUser(knex, name)
  await knex('users').where({ id: userId }).update({ tos_accepted_at: new Date() })
  await knex('user_tenants').insert({ user_id: userId, tenant_id: site.tenantId })
  await giveCredit(knex, userId, 10_000_000)
  return cookieFor(knex, userId)
}
