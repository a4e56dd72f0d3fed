import type { Knex } from 'knex'
import { one } from '../sql.ts'

export type Planted = {
  tenantId: number
  zoneId: number
  siteId: number
  gatewayId: number
  userId: number
  deviceIds: number[]
}

let planted = 0

/** Inserts a tenant that may take money, with a zone, a site, a gateway, parking lots and a visitor; every call creates new ones. */
export async function plantSite(knex: Knex, options: { devices?: number; type?: string } = {}): Promise<Planted> {
  const n = ++planted
  const letters = [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const tenantId = await insert(knex, 'tenants', { name: `Tenant ${n}`, prefix: `t${letters}` })
  await knex.raw(
    `insert into product_tenants (product_id, tenant_id) select id, ? from products where prefix = 'PAYMENT'`,
    [tenantId],
  )
  const zoneId = await insert(knex, 'zones', { name: `Zone ${n}`, tenant_id: tenantId })
  const siteId = await insert(knex, 'sites', { name: `Site ${n}` })
  await knex('site_zones').insert({ site_id: siteId, zone_id: zoneId })
  const gatewayId = await insert(knex, 'gateways', { name: `Gateway ${n}`, hardware_id: `gw-${n}`, site_id: siteId })
  const userId = await plantUser(knex, `visitor-${n}`)
  await knex('user_tenants').insert({ user_id: userId, tenant_id: tenantId })
  const type = await idOf(knex, 'device_types', 'type', options.type ?? 'PARKING_LOT')
  const deviceIds: number[] = []
  for (let each = 1; each <= (options.devices ?? 1); each += 1) {
    const device = {
      name: `Lot ${each}`,
      hardware_id: `${n}-${each}`,
      gateway_id: gatewayId,
      site_id: siteId,
      device_type_id: type,
    }
    deviceIds.push(await insert(knex, 'devices', device))
  }
  return { tenantId, zoneId, siteId, gatewayId, userId, deviceIds }
}

/** Inserts an active user with a role, by default a visitor. */
export async function plantUser(knex: Knex, username: string, role = 'Visitor'): Promise<number> {
  const roleId = await idOf(knex, 'roles', 'name', role)
  return insert(knex, 'users', {
    username,
    email: `${username}@example.org`,
    role_id: roleId,
    state: 'ACTIVE',
    language: 'en',
  })
}

/** Inserts a row and returns its id. */
export async function insert(knex: Knex, table: string, values: object): Promise<number> {
  const [made] = (await knex(table).insert(values).returning('id')) as { id: number }[]
  if (made === undefined) throw new Error(`Nothing was inserted into ${table}.`)
  return made.id
}

async function idOf(knex: Knex, table: string, column: string, value: string): Promise<number> {
  return (await one<{ id: number }>(knex, 'SELECT id FROM ?? WHERE ?? = ?', [table, column, value])).id
}

/** Returns the database error that the work must end with; fails if it does not. */
export async function refusalOf(
  work: PromiseLike<unknown>,
): Promise<{ code: string; constraint?: string; message: string }> {
  try {
    await work
  } catch (error) {
    return error as { code: string; constraint?: string; message: string }
  }
  throw new Error('The database accepted what it must refuse.')
}

/** Codes for a row that is still referenced: from version 18 on PostgreSQL distinguishes RESTRICT. */
export const stillReferenced = /^(23001|23503)$/
