import type { Knex } from 'knex'

/** Rows of what an installation has many of; sites, gateways and access times are a tenth of that. */
const rows = 100_000

/** Fills what lists show: 100,000 devices, barriers, messages, commands and reservations, with 10,000 sites, locations, gateways and access times. */
export async function makeListRows(knex: Knex): Promise<void> {
  const few = rows / 10
  const base = await places(knex, few)
  await knex.raw(
    `insert into devices (name, hardware_id, gateway_id, site_id, device_type_id, sequence_number, comment)
     select 'Place ' || n, 'rows-' || n, :gateway + n % :few, :site + n % :few, types[1 + n % array_length(types, 1)], n, 'Row ' || n % 1000
     from generate_series(1, :rows) n, (select array_agg(id order by id) as types from device_types) t`,
    { ...base, few, rows },
  )
  await knex.raw(
    `insert into barriers (description, path_number, type, site_id, gateway_id)
     select 'Barrier ' || n, 1000000 + n, (array['entrance', 'exit'])[1 + n % 2], :site + n % :few, :gateway + n % :few from generate_series(1, :rows) n`,
    { ...base, few, rows },
  )
  await knex.raw(
    `insert into messages (channel, kind, recipient, subject, body_text, site_id, state, sent_at)
     select 'mail', 'gateway-silent', 'person' || n || '@rows.example', 'Subject ' || n, 'Body', :site + n % :few, 'sent', now() from generate_series(1, :rows) n`,
    { ...base, few, rows },
  )
  await knex.raw(
    `insert into device_commands (device_id, gateway_id, site_id, action, state, allowed_by, support_code, issued_at, deadline, settled_at)
     select id, gateway_id, site_id, 'open', 'confirmed', 'operator', 'ROWS' || id, at, at + interval '20 seconds', at + interval '2 seconds'
     from devices, lateral (select now() - make_interval(mins => id) as at) issued where hardware_id like 'rows-%'`,
  )
  await knex.raw(
    `insert into reservations (site_id, device_id, starts_at, ends_at, state, reserved_at, version)
     select site_id, id, at, at + interval '1 hour', 'RESERVED', now(), id
     from devices, lateral (select date_trunc('hour', now()) + make_interval(hours => id % 700 - 350) as at) span where hardware_id like 'rows-%'`,
  )
  await knex.raw('vacuum analyze')
}

/** Companies, zones, locations, sites, gateways and access times; returns the id before the first site and gateway. */
async function places(knex: Knex, few: number): Promise<{ site: number; gateway: number }> {
  const firstOf = async (table: string, columns: string, values: string): Promise<number> => {
    const { rows: found } = await knex.raw<{ rows: { first: number }[] }>(
      `with made as (insert into ${table} (${columns}) select ${values} from generate_series(1, ?) n returning id) select min(id) as first from made`,
      [few],
    )
    return found[0]?.first ?? 0
  }
  const [zone] = (await knex('zones').orderBy('id').limit(1).select('id')) as { id: number }[]
  const location = await firstOf('locations', 'city, latitude, longitude', `'Town ' || n, 47 + n % 100 * 0.01, 8`)
  const site = await firstOf('sites', 'name, location_id', `'Rows ' || n, ${location} + n - 1`)
  await knex.raw('insert into site_zones (site_id, zone_id) select id, ? from sites where id >= ?', [
    zone?.id ?? 0,
    site,
  ])
  const gateway = await firstOf('gateways', 'name, hardware_id, site_id', `'Rows ' || n, 'ROWS-' || n, ${site} + n - 1`)
  await firstOf('events', 'name, zone_id, starts_on', `'Rows ' || n, ${zone?.id ?? 0}, date '2020-01-01'`)
  return { site, gateway }
}
