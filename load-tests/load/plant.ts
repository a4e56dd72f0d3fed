import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { hashOf } from '../../server/session/cookie.ts'
import { addGateway, type WorldGateway } from '../../server/testing/world.ts'

export interface PlantedZone {
  readonly id: number
  readonly siteId: number
  readonly gateway: WorldGateway
}

/** Creates a tenant that bought the smart remote and takes money. */
export async function plantTenant(knex: Knex, name: string): Promise<number> {
  const [tenant] = (await knex('tenants').insert({ name, prefix: name.toLowerCase() }).returning('id')) as {
    id: number
  }[]
  const id = tenant?.id ?? 0
  await knex.raw(
    `INSERT INTO product_tenants (product_id, tenant_id) SELECT id, ? FROM products WHERE prefix IN ('SMART_REMOTE', 'PAYMENT')`,
    [id],
  )
  return id
}

/** Creates zones with a site, a gateway and devices each. */
export async function plantZones(
  knex: Knex,
  tenantId: number,
  { zones, devices }: { zones: number; devices: number },
): Promise<PlantedZone[]> {
  const planted: PlantedZone[] = []
  for (let n = 0; n < zones; n += 1) {
    const one = async (table: string, row: object) =>
      ((await knex(table).insert(row).returning('id')) as { id: number }[])[0]?.id ?? 0
    const id = await one('zones', { tenant_id: tenantId, name: `Load ${n}` })
    const siteId = await one('sites', { name: `Load ${n}` })
    await knex('site_zones').insert({ site_id: siteId, zone_id: id })
    planted.push({ id, siteId, gateway: await addGateway(knex, siteId, `load-${n}`, devices) })
  }
  return planted
}

export interface PlantedPerson {
  readonly userId: number
  readonly cookie: string
}

/** Creates signed-in people of a role, with `creditCents` each; `zoneOf` = the zone that the n-th operates, or null. */
export async function plantPeople(
  knex: Knex,
  tenantId: number,
  options: {
    readonly role: 'Visitor' | 'Reservation Manager' | 'Admin'
    readonly count: number
    readonly zoneOf?: (place: number) => number | null
    readonly creditCents?: number
  },
): Promise<PlantedPerson[]> {
  const { role, count, zoneOf = () => null, creditCents = 0 } = options
  const mark = randomBytes(4).toString('hex')
  const values = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = values.map((value) => hashOf(value, 'portal'))
  const zones = Array.from({ length: count }, (_, place) => zoneOf(place))
  return knex.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: number }[] }>(
      `INSERT INTO users (username, email, state, tos_accepted_at, role_id)
       SELECT :mark || n, :mark || n || '@world.example', 'ACTIVE', now(), (SELECT id FROM roles WHERE name = :role)
       FROM generate_series(1, :count) n RETURNING id`,
      { mark, role, count },
    )
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
    await trx.raw(
      `INSERT INTO sessions (id_hash, user_id, app, expires_at)
       SELECT hash, id, 'portal', now() + interval '1 day' FROM unnest(?::bytea[], ?::integer[]) AS s (hash, id)`,
      [hashes, ids],
    )
    await trx.raw('INSERT INTO user_tenants (user_id, tenant_id) SELECT unnest(?::integer[]), ?', [ids, tenantId])
    await trx.raw(
      `INSERT INTO user_zones (user_id, zone_id) SELECT id, zone FROM unnest(?::integer[], ?::integer[]) AS z (id, zone) WHERE zone IS NOT NULL`,
      [ids, zones] as never,
    )
    if (creditCents > 0)
      await trx.raw(
        `INSERT INTO transactions (kind, from_account_id, to_account_id, amount_cents)
         SELECT 'top-up', o.id, u.id, ? FROM accounts o, accounts u WHERE o.provider = 'outside' AND u.user_id = ANY (?::integer[])`,
        [creditCents, ids],
      )
    return ids.map((userId, place) => ({ userId, cookie: `sid=${values[place]}` }))
  })
}
