import { createHash, randomBytes } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Knex } from 'knex'

export interface WorldGateway {
  id: number
  hardwareId: string
  token: string
  orderKey: Buffer
  devices: { id: number; hardwareId: string; typeId: number }[]
}
export interface WorldZone {
  id: number
  siteId: number
  gateway: WorldGateway
}
export interface World {
  tenants: { own: number; foreign: number }
  /** The operators' own zone and one of another tenant. */
  own: WorldZone
  foreign: WorldZone
  users: Record<
    'visitor' | 'rm' | 'srm' | 'remote' | 'foreignRm' | 'admin' | 'support' | 'unfinished',
    { id: number; login: string }
  >
  password: string
}

const password = 'Demo-Pass1!'
let passwordHash: Promise<string> | undefined

/** Two tenants that take money, with a zone, site, gateway and devices each, and a user of every kind; all inserted as plain rows. */
export async function makeWorld(knex: Knex, options: { devices?: number } = {}): Promise<World> {
  passwordHash ??= hash(password, { memoryCost: 1_024, timeCost: 1 })
  const hashed = await passwordHash
  return knex.transaction(async (trx) => {
    const tenants = {
      own: await insert(trx, 'tenants', { name: 'Own', prefix: 'own' }),
      foreign: await insert(trx, 'tenants', { name: 'Foreign', prefix: 'foreign' }),
    }
    const own = await makeZone(trx, tenants.own, 'own', options.devices ?? 3)
    const foreign = await makeZone(trx, tenants.foreign, 'foreign', options.devices ?? 3)
    await trx.raw(
      `insert into product_tenants (product_id, tenant_id)
       select p.id, t.id from products p, tenants t
       where t.id = any (:all) and (p.prefix = 'PAYMENT' or p.prefix = 'SMART_REMOTE' and t.id = :own)`,
      { all: Object.values(tenants), own: tenants.own },
    )
    const user = async (login: string, role: string, row: object, zone: WorldZone | null, tenantId: number | null) => {
      const id = await insert(trx, 'users', {
        username: login,
        email: `${login}@world.example`,
        password_hash: hashed,
        firstname: 'Test',
        lastname: login,
        state: 'ACTIVE',
        language: 'en',
        tos_accepted_at: new Date(),
        role_id: trx('roles').select('id').where({ name: role }),
        ...row,
      })
      if (tenantId) await trx('user_tenants').insert({ user_id: id, tenant_id: tenantId })
      if (zone) await trx('user_zones').insert({ user_id: id, zone_id: zone.id })
      return { id, login }
    }
    return {
      tenants,
      own,
      foreign,
      password,
      users: {
        visitor: await user('visitor', 'Visitor', {}, null, tenants.own),
        rm: await user('rm', 'Reservation Manager', {}, own, tenants.own),
        srm: await user('srm', 'Reservation Manager', { type: 'SUPER' }, own, tenants.own),
        remote: await user('remote', 'Reservation Manager', {}, own, tenants.own),
        foreignRm: await user('foreignrm', 'Reservation Manager', {}, foreign, tenants.foreign),
        admin: await user('admin', 'Admin', {}, null, null),
        support: await user('support', 'Support', {}, null, null),
        unfinished: await user('unfinished', 'Visitor', { state: 'REGISTERED' }, null, null),
      },
    }
  })
}

async function makeZone(trx: Knex.Transaction, tenantId: number, name: string, devices: number): Promise<WorldZone> {
  const id = await insert(trx, 'zones', { tenant_id: tenantId, name: `Zone ${name}` })
  const siteId = await insert(trx, 'sites', { name: `Site ${name}` })
  await trx('site_zones').insert({ site_id: siteId, zone_id: id })
  return { id, siteId, gateway: await addGateway(trx, siteId, `GW-${name}`, devices) }
}

/** One more gateway with bike boxes (even) and parking lots (odd) at a site. */
export async function addGateway(
  trx: Knex,
  siteId: number,
  hardwareId: string,
  devices: number,
): Promise<WorldGateway> {
  const id = await insert(trx, 'gateways', { name: hardwareId, hardware_id: hardwareId, site_id: siteId })
  const token = randomBytes(32).toString('base64url')
  const orderKey = randomBytes(32)
  await trx('gateway_tokens').insert({
    gateway_id: id,
    token_hash: createHash('sha256').update(token).digest(),
    order_key: orderKey,
  })
  const types = (await trx('device_types').select('id', 'type').whereIn('type', ['BIKE_BOX', 'PARKING_LOT'])) as {
    id: number
    type: string
  }[]
  const typeId = (index: number) => types.find((row) => row.type === (index % 2 ? 'PARKING_LOT' : 'BIKE_BOX'))?.id ?? 0
  const rows = Array.from({ length: devices }, (_, index) => ({
    name: `${hardwareId} ${String(index + 1).padStart(3, '0')}`,
    hardware_id: `D-${String(index + 1).padStart(3, '0')}`,
    gateway_id: id,
    site_id: siteId,
    device_type_id: typeId(index),
    sequence_number: index,
  }))
  const made = (await trx('devices').insert(rows).returning(['id', 'hardware_id', 'device_type_id'])) as {
    id: number
    hardware_id: string
    device_type_id: number
  }[]
  return {
    id,
    hardwareId,
    token,
    orderKey,
    devices: made.map((row) => ({ id: row.id, hardwareId: row.hardware_id, typeId: row.device_type_id })),
  }
}

/** Lets the devices of a gateway have reported: one that never did takes no command. */
export async function haveReported(knex: Knex, { devices }: WorldGateway): Promise<void> {
  const ids = devices.map(({ id }) => id)
  await knex('device_states').whereIn('device_id', ids).update({ status: 'okay', status_at: new Date() })
}

async function insert(trx: Knex, table: string, row: object): Promise<number> {
  const [made] = (await trx(table).insert(row).returning('id')) as { id: number }[]
  return made?.id ?? 0
}
