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
    expect(counts).toMatchObject({ tenants: 2, zones: 6, sites: 21, gateways: 26, devices: 388, types: 8, barriers: 8 })
  })

  it('changes nothing the second time, even when run twice at once', async () => {
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

  it('has curves before the first message: two weeks for many devices, a year for one', async () => {
    const [curves] = await rows<{ devices: number; longest: number; future: number; voltage: number }>(
      `select count(distinct device_id) as devices, (select extract(day from max(at) - min(at)) from readings) as longest,
         count(*) filter (where at > now()) as future, min(supply_voltage) filter (where at > now() - interval '14 days') as voltage from readings`,
    )
    expect(curves?.devices).toBeGreaterThanOrEqual(20)
    expect(curves?.longest).toBeGreaterThan(360)
    expect(curves?.future).toBe(0)
    expect(curves?.voltage).toBeGreaterThan(3.3)
  })

  it('has one running reservation with a ticket for a guest', async () => {
    const [ticket] = await rows<{ state: string; running: boolean }>(
      `select r.state, r.span @> now() as running from tokens t join reservations r on r.id = t.reservation_id
       where t.purpose = 'eticket' and t.token_hash = sha256(convert_to(?, 'UTF8')) and t.expires_at > now()`,
      [first.guest?.token ?? ''],
    )
    expect(ticket).toEqual({ state: 'RESERVED', running: true })
  })

  it('keeps the sum of the ledger at zero, and every balance equal to its entries', async () => {
    const [sum] = await rows<{ sum: number }>('select sum(balance_cents) as sum from account_balances')
    expect(sum?.sum).toBe(0)
    expect(
      await rows(
        `select a.id from accounts a join account_balances b on b.account_id = a.id where a.kind = 'user' and a.balance_cents <> b.balance_cents`,
      ),
    ).toEqual([])
  })

  it('has one running and several planned maintenance periods; no reservation overlaps one [MAINT-1]', async () => {
    const periods = await rows<{ runs: boolean; planned: boolean }>(
      'select span @> now() as runs, starts_at > now() as planned from maintenance_periods order by starts_at',
    )
    expect(periods).toEqual([{ runs: true, planned: false }, ...Array(4).fill({ runs: false, planned: true })])
    expect(
      await rows(
        `select r.id from reservations r join device_maintenance m on m.device_id = r.device_id and m.span && r.span where r.state = 'RESERVED'`,
      ),
    ).toEqual([])
  })

  it('has access times that together use every field of an event [EVT-1]', async () => {
    const [uses] = await rows<Record<string, boolean>>(
      `select bool_or(ends_on is null) as endless, bool_or(ends_on > current_date) as ends, bool_or(starts_on > current_date) as later,
         bool_or(mode = 'public') as public, bool_or(mode = 'private') as private, bool_or(deleted_at is not null) as deleted,
         bool_or(not exists (select from event_device_types t where t.event_id = e.id)) as "everyType",
         bool_or((select count(*) from event_device_types t where t.event_id = e.id) > 1) as "someTypes",
         bool_or(full_day) as "fullDay", bool_or(daily_from < daily_until) as window, bool_or(daily_from > daily_until) as "overMidnight",
         array_agg(distinct refund_until_minutes) @> '{0,120,1440,20160}' as refund, array_agg(distinct slot_minutes) @> '{15,30,1440}' as slots,
         bool_or(min_duration_minutes > 0) as minimum, bool_or(max_duration_minutes > 0) as maximum, bool_or(single_day) as "singleDay",
         bool_or(prebook_min_minutes > 0) as "bookedBefore", bool_or(prebook_max_minutes > 0) as "notTooEarly",
         array_agg(distinct last_rebooking_minutes) @> '{-1,60,120}' as rebooking, array_agg(distinct grace_minutes) @> '{-1,15,30}' as grace,
         array_agg(distinct entry_limit) @> '{1,3,5}' and array_agg(distinct exit_limit) @> '{-1,3,5}' as limits,
         bool_or(email_whitelist ~ '(^|, )[^*,]+(,|$)') as address, bool_or(email_whitelist ~ '\\*@') as "endOfAddress",
         bool_or(licence_plate_mandatory) as plate, bool_or(sms_enabled) as sms, bool_or(gps_enabled) as gps, bool_or(lpr_enabled) as lpr,
         bool_or(not guest_ticket_allowed) as "noGuests", bool_or(enrol_university_staff) as staff, bool_or(enrol_university_students) as students,
         bool_or(tariff_id is null) as free, bool_or((select count(*) from tariff_stages s where s.tariff_id = e.tariff_id) > 1) as stages,
         bool_or(translations \\?& array['de', 'en', 'fr', 'it']) as translated
       from events e`,
    )
    expect(Object.entries(uses ?? {}).filter(([, used]) => !used)).toEqual([])
  })

  it('has devices that always come with a place, and optional ones, with their way and icon [BOOK-2] [RES-7]', async () => {
    const devices = await rows<{ type: string; mandatory: boolean; sites: number; named: boolean }>(
      `select t.type, d.is_mandatory as mandatory, count(distinct d.site_id) as sites, bool_and(d.path_name is not null and d.path_icon is not null) as named
       from devices d join device_types t on t.id = d.device_type_id where d.is_mandatory or d.is_optional group by 1, 2 order by 1`,
    )
    expect(devices).toEqual([
      { type: 'BARRIER', mandatory: true, sites: 4, named: true },
      { type: 'DOOR', mandatory: true, sites: 3, named: true },
      { type: 'LOCKER', mandatory: false, sites: 1, named: true },
    ])
    const [methods] = await rows<{ names: string[] }>(
      'select array_agg(distinct m.name order by m.name) as names from device_method_links l join device_access_methods m on m.id = l.access_method_id',
    )
    expect(methods?.names).toEqual(['licence-plate', 'open', 'open-close', 'pin', 'qr', 'rfid'])
    expect(
      await rows(
        `select r.id from reservations r join devices d on d.site_id = r.site_id and d.is_mandatory
         where r.parent_id is null and not exists (select from reservations c where c.parent_id = r.id and c.device_id = d.id and c.shared)`,
      ),
    ).toEqual([])
  })

  it('has a car park that opens for the visitor’s plate and arrival, now [GW-8]', async () => {
    const [car] = await rows<object>(
      `select r.use_automatic_access as wanted, u.allows_automatic_access as consent, r.rules -> 'lprEnabled' as lpr, r.rules -> 'gpsEnabled' as gps,
         l.latitude is not null and l.upper_left_latitude is not null as place,
         (select count(*) from products p join product_tenants t on t.product_id = p.id
          where t.tenant_id = (r.rules ->> 'tenantId')::int and p.prefix in ('LPR', 'GPS')) as products,
         (select count(*) from reservations c join devices d on d.id = c.device_id join barriers b on b.device_id = d.id where c.parent_id = r.id) as barriers
       from reservations r join users u on u.id = r.user_id join licence_plates p on p.user_id = u.id and p.plate = r.licence_plate
       join sites s on s.id = r.site_id join locations l on l.id = s.location_id
       where u.email = ? and r.span @> now() and r.state = 'RESERVED'`,
      [demoLogins[0]?.login ?? ''],
    )
    expect(car).toEqual({ wanted: true, consent: true, lpr: true, gps: true, place: true, products: 2, barriers: 2 })
  })

  it('has conditions to accept in four languages, a cost centre, and plates for the visitor [DOCS-1] [PAY-2]', async () => {
    const documents = await rows<{ scope: string; texts: number }>(
      `select scope, (select count(*) from jsonb_each(translations) as said (language, words)
                      where language in ('de', 'en', 'fr', 'it') and words ->> 'title' <> '' and words ->> 'text' <> '') as texts
       from documents where id > 2 order by scope`,
    )
    expect(documents).toEqual([
      { scope: 'tenant', texts: 4 },
      { scope: 'zone', texts: 4 },
      { scope: 'zone', texts: 4 },
    ])
    const visitor = demoLogins[0]?.login ?? ''
    const [mine] = await rows<object>(
      `select (select count(*) from user_cost_centers c join cost_centers k on k.id = c.cost_center_id where c.user_id = u.id and k.active) as centers,
         (select count(*) from licence_plates p where p.user_id = u.id) as plates,
         (select count(*) from document_acceptances a where a.user_id = u.id and a.document_id > 2) as accepted
       from users u where email = ?`,
      [visitor],
    )
    expect(mine).toEqual({ centers: 1, plates: 2, accepted: 0 })
    expect(await rows('select from accounts where kind = ? and overdraft_cents <> 0', ['user'])).toEqual([])
  })

  it('has a second visitor, who is blocked in one zone with a contact to ask [ACC-11]', async () => {
    const login = demoLogins.find(({ role }) => role === 'Second visitor')?.login ?? ''
    const blocked = await rows<object>(
      `select z.name, rm.rm_contact_email is not null and rm.rm_contact_phone_number is not null as contact,
         exists (select from user_tenants ut where ut.user_id = u.id and ut.tenant_id = z.tenant_id) as customer
       from blocked_users b join users u on u.id = b.user_id join zones z on z.id = b.zone_id join users rm on rm.id = b.block_rm_id where u.email = ?`,
      [login],
    )
    expect(blocked).toEqual([{ name: 'Dresden', contact: true, customer: true }])
  })

  it('looks alive: other people have current and later reservations at several sites, priced by the tariff', async () => {
    const [alive] = await rows<{ running: number; later: number; sites: number; total: number }>(
      `select count(*) filter (where span @> now()) as running, count(*) filter (where starts_at > now()) as later,
         count(distinct site_id) as sites, count(*) as total
       from reservations r join users u on u.id = r.user_id where parent_id is null and u.email <> ?`,
      [demoLogins[0]?.login ?? ''],
    )
    expect(alive?.running).toBeGreaterThanOrEqual(10)
    expect(alive?.later).toBeGreaterThanOrEqual(5)
    expect(alive?.sites).toBeGreaterThanOrEqual(7)
    expect(alive?.total).toBeLessThan(40)
    expect(
      await rows(
        `select r.id from reservations r where r.parent_id is null and r.price_cents <> coalesce(
           (select amount_cents from transactions t where t.reservation_id = r.id and t.kind = 'booking'), 0)`,
      ),
    ).toEqual([])
  })

  it("renews all tokens if the simulator's file was lost", async () => {
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
