import type { Knex } from 'knex'
import { cookieFor } from '../../server/testing/sessions.ts'

export interface BookingSite {
  siteId: number
  gatewayId: number
  places: number[]
  people: { userId: number; cookie: string }[]
}

/**
 * Creates a site with places, a tariff, and people with enough credit; ids are in separate ranges, so that a script can
 * tell them apart.
 */
export async function makeBookingSite(
  knex: Knex,
  size: { places: number; people: number; type?: string },
): Promise<BookingSite> {
  for (const [n, table] of ['users', 'devices', 'sites', 'reservations'].entries())
    await knex.raw(`select setval(pg_get_serial_sequence(?, 'id'), ?)`, [table, (n + 1) * 10_000_000])
  const one = async (table: string, row: object) =>
    ((await knex(table).insert(row).returning('id')) as { id: number }[])[0]?.id ?? 0
  const tenantId = await one('tenants', { name: 'Bench', prefix: 'bench' })
  await knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'PAYMENT'`,
    [tenantId],
  )
  const zoneId = await one('zones', { name: 'Bench', tenant_id: tenantId })
  const siteId = await one('sites', { name: 'Bench' })
  await knex('site_zones').insert({ site_id: siteId, zone_id: zoneId })
  const gatewayId = await one('gateways', { name: 'Bench', hardware_id: 'bench', site_id: siteId })
  const type = knex('device_types')
    .select('id')
    .where({ type: size.type ?? 'PARKING_LOT' })
  const tariffId = await one('tariffs', { name: 'Bench', tenant_id: tenantId })
  await knex('tariff_stages').insert({ tariff_id: tariffId, until_minutes: 60, price_cents: 1 })
  await one('events', { zone_id: zoneId, name: 'Always', starts_on: '2020-01-01', tariff_id: tariffId })
  const places: number[] = []
  const people: BookingSite['people'] = []
  for (let n = 0; n < size.places; n += 1) {
    places.push(
      await one('devices', {
        name: `Place ${n}`,
        hardware_id: `bench-${n}`,
        gateway_id: gatewayId,
        site_id: siteId,
        device_type_id: type,
      }),
    )
  }
  for (let n = 0; n < size.people; n += 1) {
    const userId = await one('users', {
      username: `booker${n}`,
      email: `booker${n}@world.example`,
      state: 'ACTIVE',
      tos_accepted_at: new Date(),
      role_id: knex('roles').select('id').where({ name: 'Visitor' }),
    })
    await knex('user_tenants').insert({ user_id: userId, tenant_id: tenantId })
    await knex.raw(
      `insert into transactions (kind, from_account_id, to_account_id, amount_cents)
       select 'top-up', o.id, u.id, 100000000 from accounts o, accounts u where o.provider = 'outside' and u.user_id = ?`,
      [userId],
    )
    people.push({ userId, cookie: await cookieFor(knex, userId) })
  }
  await knex('device_states').whereIn('device_id', places).update({ status: 'free' })
  return { siteId, gatewayId, places, people }
}
