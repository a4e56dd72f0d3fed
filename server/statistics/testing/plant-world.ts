import type { Knex } from 'knex'
import { one } from '../../../db/sql.ts'
import { insert, type Planted, plantSite } from '../../../db/testing/fixtures.ts'
import type { SmallWorld } from './naive.ts'

export type PlantedWorld = Planted & { readonly reservationIds: readonly number[] }

/** Inserts a small world at a new site: two parking lots and a door. */
export async function plantWorld(knex: Knex, world: SmallWorld): Promise<PlantedWorld> {
  const site = await plantSite(knex, { devices: 3 })
  const door = await one<{ id: number }>(knex, `SELECT id FROM device_types WHERE type = 'DOOR'`)
  await knex('devices').where({ id: site.deviceIds[2] }).update({ device_type_id: door.id })
  await knex('sites').where({ id: site.siteId }).update({ time_zone: world.timeZone })
  const time = (minute: number) => new Date(world.beginsAt + minute * 60_000)
  const device = (index: number) => site.deviceIds[index] ?? 0
  const reservationIds: number[] = []
  for (const { device: index, from, until, givenUpAt } of world.reservations)
    reservationIds.push(
      await insert(knex, 'reservations', {
        site_id: site.siteId,
        device_id: device(index),
        starts_at: time(from),
        ends_at: time(until),
        reserved_at: time(0),
        ...(givenUpAt === null ? { state: 'RESERVED' } : { state: 'STORNO', ended_at: time(givenUpAt) }),
      }),
    )
  for (const { reservation, at, cents, refundAt } of world.money) {
    const id = await pay(knex, site, { reservationId: reservationIds[reservation] ?? 0, cents, at: time(at) })
    if (refundAt !== null)
      await knex.raw(
        `INSERT INTO transactions (kind, from_account_id, to_account_id, amount_cents, reservation_id, refund_of, created_at)
         SELECT 'refund', to_account_id, from_account_id, amount_cents, reservation_id, id, ? FROM transactions WHERE id = ?`,
        [time(refundAt), id],
      )
  }
  const readings = world.said.filter(({ status }) => status === null)
  const reports = world.said.filter(({ status }) => status !== null)
  if (readings.length > 0)
    await knex('readings').insert(readings.map((each) => ({ device_id: device(each.device), at: time(each.at) })))
  if (reports.length > 0)
    await knex('device_reports').insert(
      reports.map((each) => ({ device_id: device(each.device), at: time(each.at), status: each.status })),
    )
  for (const { kind, device: index, from, until } of world.malfunctions)
    await knex('malfunctions').insert({
      kind,
      severity: kind === 'unreachable' ? 'error' : 'warning',
      device_id: device(index),
      gateway_id: site.gatewayId,
      site_id: site.siteId,
      opened_at: time(from),
      closed_at: until === null ? null : time(until),
    })
  return { ...site, reservationIds }
}

/** Returns the id of the payment. */
export async function pay(
  knex: Knex,
  { tenantId }: Planted,
  { reservationId, cents, at }: { reservationId: number; cents: number; at: Date },
): Promise<number> {
  const { rows } = await knex.raw<{ rows: { id: number }[] }>(
    `INSERT INTO transactions (kind, from_account_id, to_account_id, amount_cents, reservation_id, created_at)
     SELECT 'booking', o.id, t.id, ?, ?, ? FROM accounts o, accounts t WHERE o.provider = 'outside' AND t.tenant_id = ? RETURNING id`,
    [cents, reservationId, at, tenantId],
  )
  return rows[0]?.id ?? 0
}
