import type { Knex } from 'knex'
import type { EventMessage } from '../../../../contract/gateway.ts'
import { insert, plantUser } from '../../../../db/testing/fixtures.ts'
import { makeSite, type TestSite } from '../../../../telemetry/commands/testing/site.ts'
import { queueEvents } from '../../../../telemetry/ingest/write-events.ts'

export interface TestDoor extends TestSite {
  readonly tenantId: number
  readonly userId: number
}

let people = 0
const sharedPlace = 2

/**
 * A site with three devices (two places and a shared door) that take PIN, card and code, of a tenant with all automatic
 * access methods, behind a gateway that caches; and a person who books there.
 */
export async function makeDoor(knex: Knex): Promise<TestDoor> {
  const site = await makeSite(knex, { devices: 3, caches: true })
  const { tenant_id: tenantId } = await knex('zones').where({ id: site.zoneId }).first<{ tenant_id: number }>()
  await knex('devices')
    .where({ id: site.deviceIds[sharedPlace] })
    .update({ device_type_id: knex('device_types').select('id').where({ type: 'DOOR' }) })
  await knex.raw(
    `insert into device_method_links (device_id, access_method_id)
     select d.id, m.id from devices d, device_access_methods m where d.site_id = ? and m.name in ('pin', 'rfid', 'qr')`,
    [site.siteId],
  )
  await knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix in ('LPR', 'GPS')`,
    [tenantId],
  )
  const userId = await plantUser(knex, `door-${++people}-${site.hardwareId}`)
  await knex('user_tenants').insert({ user_id: userId, tenant_id: tenantId })
  return { ...site, tenantId, userId }
}

export interface TestBooking {
  /** Hours from now. */
  from?: number
  until?: number
  /** Indexes in the list of devices; the first is the one that was booked, the others come along. */
  devices?: readonly number[]
  plate?: string
  pin?: string
  rfid?: string
  gps?: boolean
  rules?: object
}

/** A reservation that runs, by default; returns its id. */
export async function book(knex: Knex, door: TestDoor, booking: TestBooking = {}): Promise<number> {
  const { from = -1, until = 1, devices = [0], plate, pin, rfid, gps = false, rules } = booking
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000)
  const common = {
    user_id: door.userId,
    site_id: door.siteId,
    starts_at: hour(from),
    ends_at: hour(until),
    state: 'RESERVED',
    reserved_at: hour(from - 1),
  }
  const [main = 0, ...more] = devices
  return knex.transaction(async (trx) => {
    const id = await insert(trx, 'reservations', {
      ...common,
      device_id: door.deviceIds[main],
      licence_plate: plate ?? null,
      pin: pin ?? null,
      rfid_token: rfid ?? null,
      use_automatic_access: gps,
      rules: JSON.stringify({ lprEnabled: true, gpsEnabled: true, tenantId: door.tenantId, ...rules }),
    })
    for (const place of more)
      await insert(trx, 'reservations', {
        ...common,
        parent_id: id,
        device_id: door.deviceIds[place],
        shared: place === sharedPlace,
      })
    return id
  })
}

/** An event at a device, so many seconds ago, as it is queued when its message is stored. */
export async function see(
  knex: Knex,
  door: TestDoor,
  event: EventMessage['event'],
  value: string,
  { ago = 0, place = 0, at = new Date(Date.now() - ago * 1_000), receivedAt = new Date() } = {},
): Promise<void> {
  const device = { id: door.deviceIds[place] ?? 0, gatewayId: door.gatewayId }
  const body = { kind: 'event', id: 'x', at: at.toISOString(), device: 'x', event, value } as const
  await knex.transaction((trx) => queueEvents(trx, [{ id: 'x', at: at.getTime(), device, body }], receivedAt))
}

export interface Judged {
  event: string
  value: string | null
  outcome: string | null
  reservation_id: number | null
  run_id: string | null
}
/** The events of a gateway with their outcomes, in the order of arrival. */
export async function judged(knex: Knex, door: TestDoor): Promise<Judged[]> {
  return knex('access_events').where({ gateway_id: door.gatewayId }).orderBy('id').select<Judged[]>()
}
export async function outcomes(knex: Knex, door: TestDoor): Promise<(string | null)[]> {
  return (await judged(knex, door)).map(({ outcome }) => outcome)
}
export async function deviceCommandsOf(knex: Knex, door: TestDoor): Promise<Record<string, unknown>[]> {
  return knex('device_commands').where({ gateway_id: door.gatewayId }).orderBy('issued_at').orderBy('id').select()
}
/** Ends all commands long ago and closes the doors again. */
export async function settleAll(knex: Knex, door: TestDoor): Promise<void> {
  const past = new Date(Date.now() - 120_000)
  await knex('device_commands')
    .where({ gateway_id: door.gatewayId })
    .whereIn('state', ['queued', 'sent', 'taken'])
    .update({ state: 'confirmed', settled_at: past })
  await knex('control_steps').whereIn('device_id', door.deviceIds).update({ state: 'done' })
  await knex('control_runs').where({ site_id: door.siteId, state: 'running' }).update({ state: 'done', ended_at: past })
}
