import { createHash } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { demoLogins } from './demo-logins.ts'
import { type DemoSeed, renewSimulator, seedDemo } from './seed-demo.ts'

const now = new Date()
let database: TestDatabase
let first: DemoSeed

beforeAll(async () => {
  database = await createTestDatabase()
  first = await seedDemo(database.knex, { now })
})
afterAll(() => database.close())

async function rows<T>(sql: string, bindings: (string | number)[] = []): Promise<T[]> {
  return ((await database.knex.raw(sql, bindings)) as { rows: T[] }).rows
}

describe('demo data', () => {
  it('writes real sites, their gateways and devices of every kind [OPS-1]', async () => {
    const [counts] = await rows<Record<string, number>>(
      `select (select count(*) from tenants) as tenants, (select count(*) from zones) as zones, (select count(*) from sites) as sites,
         (select count(*) from gateways) as gateways, (select count(*) from devices) as devices,
         (select count(distinct device_type_id) from devices) as types, (select count(*) from barriers) as barriers`,
    )
    expect(counts).toMatchObject({ tenants: 2, zones: 6, sites: 21, gateways: 26, devices: 384, types: 8, barriers: 8 })
  })

  it('changes nothing the second time, also when asked twice at once', async () => {
    const tables = [
      'tenants',
      'users',
      'devices',
      'readings',
      'device_reports',
      'reservations',
      'gateway_tokens',
      'outbox',
    ]
    const count = async () => Promise.all(tables.map((table) => database.knex(table).count({ n: '*' }).first()))
    const before = await count()
    const again = await Promise.all([seedDemo(database.knex, { now }), seedDemo(database.knex, { now: new Date() })])
    expect(again.map(({ seeded, simulator, guest }) => ({ seeded, simulator, guest }))).toEqual(
      Array(2).fill({ seeded: false, simulator: null, guest: null }),
    )
    expect(await count()).toEqual(before)
  })

  it('places every device on the plan of its location, none over another [LIVE-4]', async () => {
    expect(
      await rows(
        `select d.name from devices d join locations l on l.id = d.location_id
         where d.upper_left_x_mm is null or d.upper_left_x_mm < 0 or d.upper_left_x_mm + d.width_mm > l.length_mm
            or d.upper_left_y_mm is null or d.upper_left_y_mm < 0 or d.upper_left_y_mm + d.height_mm > l.width_mm`,
      ),
    ).toEqual([])
    expect(
      await rows(
        `select a.name, b.name from devices a join devices b on a.location_id = b.location_id and a.id < b.id
           and a.upper_left_x_mm < b.upper_left_x_mm + b.width_mm and b.upper_left_x_mm < a.upper_left_x_mm + a.width_mm
           and a.upper_left_y_mm < b.upper_left_y_mm + b.height_mm and b.upper_left_y_mm < a.upper_left_y_mm + a.height_mm`,
      ),
    ).toEqual([])
    const [corner] = await rows<{ near: boolean }>(
      `select bool_and(abs(upper_left_latitude - latitude) < 0.001 and abs(lower_right_longitude - longitude) < 0.001) as near from locations`,
    )
    expect(corner?.near).toBe(true)
  })

  it.each(demoLogins)('lets $role sign in with a password that fits the rules', async ({ login, password }) => {
    expect(password).toMatch(/^(?=.*\d)(?=.*[A-Z])(?=.*[^A-Za-z0-9]).{8,}$/)
    const [user] = await rows<{ password_hash: string; state: string }>(
      'select password_hash, state from users where email = ?',
      [login],
    )
    expect(user?.state).toBe('ACTIVE')
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verify(user?.password_hash ?? '', password)).toBe(true)
  })

  it('gives each person the features and zones of the role', async () => {
    const features = await rows<{ email: string; features: string[] }>(
      `select email, array_agg(feature::text order by feature) as features from users join user_features on user_id = users.id group by email`,
    )
    const of = (role: string) =>
      features.find(({ email }) => email === demoLogins.find((entry) => entry.role === role)?.login)?.features
    expect(of('Visitor')).toContain('BASIC_VIS')
    expect(of('Visitor')).not.toContain('BASIC_RM')
    expect(of('Reservation Manager')).toEqual(expect.arrayContaining(['BASIC_RM', 'SMART_REMOTE', 'MAINTENANCE']))
    expect(of('Manager of another customer')).not.toContain('MAINTENANCE')
    expect(of('Admin')).toContain('BASIC_ADM')
    expect(of('Support')).toContain('BASIC_SUP')
    const shared = await rows(
      `select zone_id from user_zones join users on users.id = user_id where email in (?, ?) group by zone_id having count(*) > 1`,
      [demoLogins[1]?.login ?? '', demoLogins[5]?.login ?? ''],
    )
    expect(shared).toEqual([])
  })

  it('gives every gateway a token of its own that only the simulator knows [GW-6]', async () => {
    const gateways = first.simulator?.gateways ?? []
    expect(new Set(gateways.map(({ token }) => token)).size).toBe(26)
    for (const { hardwareId, token, orderKey, devices } of gateways) {
      expect(token).toMatch(/^[\w-]{43}$/)
      const [row] = await rows<{ token_hash: Buffer; order_key: Buffer; devices: string[] }>(
        `select token_hash, order_key, array(select d.hardware_id from devices d where d.gateway_id = g.id) as devices
         from gateways g join gateway_tokens t on t.gateway_id = g.id and t.revoked_at is null where g.hardware_id = ?`,
        [hardwareId],
      )
      expect(row?.token_hash).toEqual(createHash('sha256').update(token).digest())
      expect(row?.order_key).toEqual(Buffer.from(orderKey, 'base64url'))
      expect(row?.devices.sort()).toEqual(devices.map((device) => device.hardwareId).sort())
    }
  })

  it('has curves before the first message: two weeks for many, a year for one', async () => {
    const [curves] = await rows<{ devices: number; longest: number; future: number; voltage: number }>(
      `select count(distinct device_id) as devices, (select extract(day from max(at) - min(at)) from readings) as longest,
         count(*) filter (where at > now()) as future, min(supply_voltage) filter (where at > now() - interval '14 days') as voltage from readings`,
    )
    expect(curves?.devices).toBeGreaterThanOrEqual(20)
    expect(curves?.longest).toBeGreaterThan(360)
    expect(curves?.future).toBe(0)
    expect(curves?.voltage).toBeGreaterThan(3.3)
  })

  it('has one reservation that runs now, with a ticket for a guest', async () => {
    const [ticket] = await rows<{ state: string; running: boolean }>(
      `select r.state, r.span @> now() as running from tokens t join reservations r on r.id = t.reservation_id
       where t.purpose = 'eticket' and t.token_hash = sha256(convert_to(?, 'UTF8')) and t.expires_at > now()`,
      [first.guest?.token ?? ''],
    )
    expect(ticket).toEqual({ state: 'RESERVED', running: true })
  })

  it('keeps the ledger at zero and every balance its sum', async () => {
    const [sum] = await rows<{ sum: number }>('select sum(balance_cents) as sum from account_balances')
    expect(sum?.sum).toBe(0)
    expect(
      await rows(
        `select a.id from accounts a join account_balances b on b.account_id = a.id where a.kind = 'user' and a.balance_cents <> b.balance_cents`,
      ),
    ).toEqual([])
  })

  it('has one maintenance period that runs and one that is planned [MAINT-1]', async () => {
    const periods = await rows<{ runs: boolean; planned: boolean }>(
      'select span @> now() as runs, starts_at > now() as planned from maintenance_periods order by starts_at',
    )
    expect(periods).toEqual([
      { runs: true, planned: false },
      { runs: false, planned: true },
    ])
  })

  it('renews all tokens when the file of the simulator was lost', async () => {
    const renewed = await renewSimulator(database.knex, { now: new Date() })
    expect(renewed.gateways.map(({ hardwareId }) => hardwareId)).toEqual(
      first.simulator?.gateways.map(({ hardwareId }) => hardwareId),
    )
    const [live] = await rows<{ live: number; old: number }>(
      'select count(*) filter (where revoked_at is null) as live, count(*) filter (where revoked_at is not null) as old from gateway_tokens',
    )
    expect(live).toEqual({ live: 26, old: 26 })
  })
})
