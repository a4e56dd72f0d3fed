import type { Knex } from 'knex'

const sites = 25
const placesOfSite = 20
const reservationsOfPlace = 2_000
/** Hours between reservations of a place; they reach from the past into the future. */
const everyHours = 5
const pastShare = 0.75

/**
 * Creates sites of one town with 500 places and a million reservations of them, most in the past, about three of five
 * hours taken. The overlap constraint is recreated afterwards, so it holds for all of them. Returns the ids of the
 * sites.
 */
export async function makeBusySites(knex: Knex): Promise<number[]> {
  const one = async (table: string, row: object): Promise<number> =>
    ((await knex(table).insert(row).returning('id')) as { id: number }[])[0]?.id ?? 0
  const tenantId = await one('tenants', { name: 'Busy', prefix: 'busy' })
  await knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'PAYMENT'`,
    [tenantId],
  )
  const zoneId = await one('zones', { name: 'Busy', tenant_id: tenantId, readable_without_login: true })
  const gatewayId = await one('gateways', { name: 'Busy', hardware_id: 'busy' })
  const tariffId = await one('tariffs', { name: 'Busy', tenant_id: tenantId })
  await knex('tariff_stages').insert([
    { tariff_id: tariffId, until_minutes: 60, price_cents: 150 },
    { tariff_id: tariffId, until_minutes: 1_440, price_cents: 600 },
  ])
  for (const name of ['Day', 'Night'])
    await one('events', {
      zone_id: zoneId,
      name,
      starts_on: '2020-01-01',
      tariff_id: tariffId,
      max_duration_minutes: 10_080,
    })
  const siteIds: number[] = []
  for (let n = 0; n < sites; n += 1) {
    const location = { city: 'Freiburg', latitude: 47.95 + (n % 5) * 0.01, longitude: 7.8 + Math.floor(n / 5) * 0.01 }
    const siteId = await one('sites', { name: `Busy ${n}`, location_id: await one('locations', location) })
    await knex('site_zones').insert({ site_id: siteId, zone_id: zoneId })
    siteIds.push(siteId)
  }
  await makePlaces(knex, siteIds, gatewayId)
  await makeReservations(knex, siteIds)
  return siteIds
}

async function makePlaces(knex: Knex, siteIds: readonly number[], gatewayId: number): Promise<void> {
  await knex.raw(
    `insert into devices (name, hardware_id, gateway_id, site_id, device_type_id, sequence_number)
     select 'Place ' || n, 'busy-' || site || '-' || n, :gatewayId, site,
       (select id from device_types where type = case when n % 2 = 0 then 'PARKING_LOT' else 'BIKE_BOX' end), n
     from unnest(:siteIds::int[]) as site, generate_series(1, :places) as n`,
    { gatewayId, siteIds: [...siteIds], places: placesOfSite },
  )
  await knex.raw(
    `update device_states set status = 'free', status_at = now() where device_id in (select id from devices where site_id = any (?))`,
    [[...siteIds]],
  )
}

/** A million rows through every check would take many minutes, so checks per row are off meanwhile. */
async function makeReservations(knex: Knex, siteIds: readonly number[]): Promise<void> {
  const { rows } = await knex.raw<{ rows: { rule: string; index: string }[] }>(
    `select (select pg_get_constraintdef(oid) from pg_constraint where conname = 'reservations_no_overlap') as rule,
       pg_get_indexdef('reservations_site_span'::regclass) as index`,
  )
  const [made] = rows
  if (!made) throw new Error('the overlap rule is missing')
  await knex.transaction(async (trx) => {
    await trx.raw('alter table reservations disable trigger user')
    await trx.raw('alter table reservations drop constraint reservations_no_overlap')
    await trx.raw('drop index reservations_site_span')
    await trx.raw(
      `insert into reservations (site_id, device_id, starts_at, ends_at, state, reserved_at, version)
       select d.site_id, d.id, at, at + interval '1 hour' * (2 + (d.id + n) % 3),
         case when (d.id + n) % 20 = 0 then 'STORNO' else 'RESERVED' end, now(), n
       from devices d, generate_series(0, :count - 1) as n,
         lateral (select date_trunc('hour', now()) + interval '1 hour' * (:every * (n - :past) + d.id % 5) as at) as span
       where d.site_id = any (:siteIds)`,
      {
        siteIds: [...siteIds],
        count: reservationsOfPlace,
        past: Math.round(reservationsOfPlace * pastShare),
        every: everyHours,
      },
    )
    await trx.raw(`alter table reservations add constraint reservations_no_overlap ${made.rule}`)
    await trx.raw(made.index)
    await trx.raw('alter table reservations enable trigger user')
  })
  await knex.raw('vacuum analyze reservations')
  await knex.raw('analyze')
}
