import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { finalize, hold } from '../../../contract/reservations/book.ts'
import { insert, plantUser } from '../../../db/testing/fixtures.ts'
import type { CommandHandler, QueryHandler } from '../../kernel/bus/handle.ts'
import problems from '../../problems/reservations.ts'
import alternatives from '../alternatives.ts'
import calendar from '../calendar.ts'
import cancel from '../cancel.ts'
import changeDevice from '../change-device.ts'
import edit from '../edit.ts'
import extend from '../extend.ts'
import extension from '../extension.ts'
import finalizeHandler from '../finalize.ts'
import history from '../history.ts'
import holdHandler from '../hold.ts'
import list from '../list.ts'
import personal from '../personal.ts'
import repairRefund from '../repair-refund.ts'
import reserveRemotely from '../reserve-remotely.ts'
import revokeShare from '../revoke-share.ts'
import share from '../share.ts'
import { type BookingWorld, done, type TestPerson } from './booking-world.ts'

/** Every verb of the life of a reservation, and those that create one. */
export const lifeHandlers: readonly (CommandHandler | QueryHandler)[] = [
  holdHandler,
  finalizeHandler,
  edit,
  cancel,
  alternatives,
  changeDevice,
  extension,
  extend,
  share,
  revokeShare,
  reserveRemotely,
  list,
  personal,
  history,
  calendar,
  problems,
  repairRefund,
]

const hourMs = 3_600_000
/** One moment for the whole file, so that no hour begins in the middle of a test. */
const base = Math.ceil(Date.now() / hourMs) * hourMs
/** The full hour that begins `hours` after the next one. */
export function hour(hours: number): string {
  return new Date(base + hours * hourMs).toISOString()
}

export interface BookingRequest {
  from?: number
  until?: number
  deviceId?: number
  optionalDeviceIds?: number[]
  note?: string
  licencePlate?: string
}

/** Books like a person: hold, then finalize, paid with credit. Returns the view of the reservation. */
export async function book(person: TestPerson, world: BookingWorld, request: BookingRequest = {}) {
  const { from = 24, until = from + 1, ...more } = request
  const held = done(await person.send(hold, { siteId: world.siteId, start: hour(from), end: hour(until), ...more }))
  const { id, priceCents } = held.reservation
  const paymentMethod = priceCents === 0 ? 'free' : 'credit'
  return done(await person.send(finalize, { reservationId: id, paymentMethod, priceCents })).reservation
}

/** A person with a role, in the zone or outside of it, who calls through the same bus. */
export async function operator(
  knex: Knex,
  world: BookingWorld,
  // Admins see every zone, and their role may have none.
  { role = 'Reservation Manager', inZone = role !== 'Admin' }: { role?: string; inZone?: boolean } = {},
): Promise<TestPerson> {
  const userId = await plantUser(knex, `operator-${randomUUID().slice(0, 8)}`, role)
  if (inZone) await knex('user_zones').insert({ user_id: userId, zone_id: world.zoneId })
  return world.as(userId)
}

/** Shifts a reservation with its children in time; minutes. */
export async function shift(knex: Knex, reservationId: number, minutes: number): Promise<void> {
  await knex.raw(
    `update reservations set starts_at = starts_at + make_interval(mins => :minutes), ends_at = ends_at + make_interval(mins => :minutes)
     where id = :id or parent_id = :id`,
    { id: reservationId, minutes },
  )
}

/** Shifts a reservation with its children so that it ends so many minutes from now; returns the minutes shifted. */
export async function endIn(knex: Knex, reservationId: number, minutes: number): Promise<number> {
  const { rows } = await knex.raw<{ rows: { by: number }[] }>(
    'select floor(extract(epoch from now() - ends_at) / 60)::int as by from reservations where id = ?',
    [reservationId],
  )
  const by = (rows[0]?.by ?? 0) + minutes
  await shift(knex, reservationId, by)
  return by
}

/** Credit in cents. */
export async function balanceOf(knex: Knex, userId: number): Promise<number> {
  const account = (await knex('accounts').where({ user_id: userId }).first('balance_cents')) as
    | { balance_cents: number }
    | undefined
  return account?.balance_cents ?? 0
}

/** Adds a device to the site: a door on the way, or an optional one. */
export async function plantDevice(knex: Knex, world: BookingWorld, type: string, more: object): Promise<number> {
  const { id: device_type_id } = (await knex('device_types').where({ type }).first('id')) as { id: number }
  const id = await insert(knex, 'devices', {
    name: `Extra ${randomUUID().slice(0, 6)}`,
    hardware_id: randomUUID().slice(0, 12),
    gateway_id: world.gatewayId,
    site_id: world.siteId,
    device_type_id,
    ...more,
  })
  await knex('device_states').where({ device_id: id }).update({ status: 'free', status_at: new Date() })
  return id
}
