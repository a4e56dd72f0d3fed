import { afterAll, beforeAll, expect, it } from 'vitest'
import { devices } from '../../contract/control.ts'
import type { MaintenanceView } from '../../contract/maintenance.ts'
import { periods, preview, revoke, set } from '../../contract/maintenance.ts'
import type { ReservationView } from '../../contract/reservations/view.ts'
import { mine } from '../../contract/reservations.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/database.ts'
import { insert } from '../../db/testing/fixtures.ts'
import { type RunningPortal, startPortal } from '../testing/harness.ts'
import { connectPerson, type Person, signIn } from '../testing/person.ts'
import { makeWorld, type World } from '../testing/world.ts'

let db: TestDatabase
let world: World
let portal: RunningPortal
let srm: Person
let visitor: Person
const people: Person[] = []
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
/** Two bike boxes. */
const box = (n: 0 | 2) => world.own.gateway.devices[n]?.id ?? 0

beforeAll(async () => {
  db = await createTestDatabase()
  world = await makeWorld(db.knex)
  await db.knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'MAINTENANCE'`,
    [world.tenants.own],
  )
  portal = await startPortal({ databaseUrl: db.url })
  await meet()
})
afterAll(async () => {
  for (const person of people) person.close()
  await portal?.end()
  await db?.close()
})

async function meet(): Promise<void> {
  const connect = async (login: string) => connectPerson(portal.url, await signIn(portal.url, login, world.password))
  srm = await connect('srm')
  visitor = await connect('visitor')
  people.push(srm, visitor)
}
const reserve = (deviceId: number, from: number, until: number) =>
  insert(db.knex, 'reservations', {
    site_id: world.own.siteId,
    device_id: deviceId,
    user_id: world.users.visitor.id,
    starts_at: inHours(from),
    ends_at: inHours(until),
    state: 'RESERVED',
    reserved_at: new Date(),
  })
async function plan(targetId: number, start: string): Promise<number> {
  const request = { scope: 'device' as const, targetId, start, end: null }
  const seen = await srm.query(preview, request)
  if (!seen.ok) throw new Error(seen.refusal.code)
  const { version, target } = seen.reply
  const given = { ...request, version, safetyWord: target.safetyWord, reason: 'New locks', description: null }
  const made = await srm.command(set, given)
  if (!made.ok) throw new Error(made.refusal.code)
  return made.reply.periodId
}
const messagesOf = async (reservationId: number) =>
  (
    (await db
      .knex('messages')
      .where({ reservation_id: reservationId, channel: 'mail' })
      .orderBy('id')
      .select('kind')) as {
      kind: string
    }[]
  ).map(({ kind }) => kind)

it('a period is seen coming true on every screen: blocked device, moved visitor, progress, and the way back [MAINT-1] [MAINT-2] [LIVE-6]', async () => {
  const moved = await reserve(box(0), 24, 25)
  const stays = await reserve(box(0), 48, 49)
  await reserve(box(2), 48, 49)
  const board = await srm.watch(periods, {})
  const lots = await srm.watch(devices, {})
  const cards = await visitor.watch(mine, {})
  const periodId = await plan(box(0), inHours(0))
  const view = () => board.rows.get(`maintenance:${periodId}`)?.view as MaintenanceView | undefined
  const card = (id: number) => cards.rows.get(`reservation:${id}`)?.view as ReservationView | undefined
  const isMaintained = () =>
    (lots.rows.get(`device:${box(0)}`)?.view as { maintenance: boolean } | undefined)?.maintenance
  await expect.poll(isMaintained).toBe(true)
  await expect.poll(() => view()?.counts).toMatchObject({ pending: 0, rebooked: 1, notMoved: 1 })
  await expect.poll(() => card(moved)?.device.id).toBe(box(2))
  await expect
    .poll(() => card(stays)?.displacements)
    .toMatchObject([{ by: 'maintenance', state: 'not-moved', reason: 'New locks' }])
  expect(await messagesOf(moved)).toEqual(['reservation-rebooked'])
  expect(await messagesOf(stays)).toEqual(['maintenance-not-moved'])
  expect(await srm.command(revoke, { periodId, reason: 'done' })).toMatchObject({ ok: true })
  await expect.poll(isMaintained).toBe(false)
  await expect.poll(() => view()?.counts).toMatchObject({ notMoved: 0, restored: 1, rebooked: 1 })
  await expect.poll(() => card(stays)?.displacements).toEqual([])
  expect(await messagesOf(stays)).toEqual(['maintenance-not-moved', 'maintenance-restored'])
})

it('what was set by a process that was killed then is done by the next one [MAINT-2]', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => reserve(box(0), 24 * (n + 10), 24 * (n + 10) + 1)))
  const periodId = await plan(box(0), inHours(24))
  await portal.end('SIGKILL')
  for (const person of people.splice(0)) person.close()
  portal = await startPortal({ databaseUrl: db.url })
  await meet()
  const board = await srm.watch(periods, {})
  const counts = () => (board.rows.get(`maintenance:${periodId}`)?.view as MaintenanceView | undefined)?.counts
  await expect.poll(counts).toMatchObject({ pending: 0, rebooked: 5 })
  for (const id of ids) expect(await messagesOf(id)).toEqual(['reservation-rebooked'])
})
