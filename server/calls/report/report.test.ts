import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insert } from '../../../db/testing/fixtures.ts'
import { useApp } from '../../http/testing/use-app.ts'
import { giveCredit } from '../../reservations/testing/booking-world.ts'
import { pageRows } from './csv.ts'
import { reportName } from './file-name.ts'
import { columns, heads } from './texts.ts'

const { db, world, app } = await useApp()
const cookies = new Map<string, string>()
const many = 100_000
/** Number of report pages read from the database. */
let pages = 0

beforeAll(async () => {
  const { knex } = db
  for (const who of ['visitor', 'rm', 'foreignRm'] as const)
    cookies.set(who, await app.login(world.users[who].login, world.password))
  const [own, other] = world.own.gateway.devices
  const common = { site_id: world.own.siteId, user_id: world.users.visitor.id, reserved_at: new Date() }
  const stay = (row: object) =>
    insert(knex, 'reservations', { ...common, device_id: own?.id, state: 'RESERVED', ...row })
  const parent = await stay({
    starts_at: '2026-10-25T00:30:00Z',
    ends_at: '2026-10-25T01:30:00Z',
    price_cents: 1205,
    rules: { taxRatePercent: 19 },
    payment_method: 'credit',
    note: '=HYPERLINK("http://x")',
    licence_plate: '+49',
  })
  await stay({
    parent_id: parent,
    device_id: other?.id,
    starts_at: '2026-10-25T00:30:00Z',
    ends_at: '2026-10-25T01:30:00Z',
  })
  await stay({ state: 'STORNO', starts_at: '2026-10-31T22:59:00Z', ends_at: '2026-11-01T10:00:00Z', note: 'a;"b"\n=c' })
  await stay({
    state: 'RESERVED',
    starts_at: '2026-10-31T23:00:00Z',
    ends_at: '2026-11-01T10:00:00Z',
    note: 'November',
  })
  await stay({ state: 'CANCELED', starts_at: '2026-10-20T10:00:00Z', ends_at: '2026-10-20T11:00:00Z' })
  await giveCredit(knex, world.users.visitor.id, 5_000)
  await knex.raw(
    `insert into transactions (kind, from_account_id, to_account_id, amount_cents, reservation_id)
     select 'booking', u.id, t.id, 1205, ? from accounts u, accounts t where u.user_id = ? and t.tenant_id = ?`,
    [parent, world.users.visitor.id, world.tenants.own],
  )
  await plantStays(own?.id ?? 0)
  await knex.raw('analyze reservations')
  knex.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('page as materialized')) pages += 1
  })
})

/** Years of cancelled stays, seven at any moment; without triggers, in chunks that stay below the statement timeout. */
async function plantStays(deviceId: number): Promise<void> {
  const { knex } = db
  const start = `timestamptz '2016-01-01 00:00Z' + (n / 7) * interval '35 min'`
  await knex.raw('alter table reservations disable trigger user')
  for (let from = 1; from < many; from += 20_000)
    await knex.raw(
      `insert into reservations (site_id, device_id, user_id, starts_at, ends_at, state, reserved_at, price_cents, note)
       select ?, ?, ?, ${start}, ${start} + interval '30 min', 'STORNO', now(), n % 1500, 'Stay ' || n from generate_series(?::int, ?::int) n`,
      [world.own.siteId, deviceId, world.users.visitor.id, from, from + 19_999],
    )
  await knex.raw('alter table reservations enable trigger user')
}

const report = (who: string, query: string, headers: Record<string, string> = {}) =>
  app.ask('GET', `/reservations?${query}`, {
    cookie: cookies.get(who) ?? '',
    headers: { accept: 'text/csv', ...headers },
  })
const october =
  'filter[start][since]=2026-09-30T22:00:00Z&filter[start][until]=2026-10-31T23:00:00Z&filter[state]=RESERVED,STORNO'

/** Rows of a CSV with quoted cells. */
function parse(text: string): string[][] {
  const rows: string[][] = []
  for (const line of text
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean))
    rows.push(
      [...line.matchAll(/(?:^|;)(?:"((?:[^"]|"")*)"|([^;]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    )
  return rows
}
const cell = (row: string[] | undefined, column: (typeof columns)[number]) => row?.[columns.indexOf(column)]

describe('the report', () => {
  it('lists what was booked in a month, without children and holds, in the time zone of the site [RES-10]', async () => {
    const answer = await report('rm', october, { 'accept-language': 'en' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, first, second, ...rest] = parse(answer.text)
    expect(head).toEqual(columns.map((column) => heads.en[column]))
    expect(rest).toEqual([])
    // Half past two occurs twice that night; the UTC times tell them apart.
    expect(columns.map((column) => cell(first, column))).toEqual([
      '100001',
      'RESERVED',
      'Site own',
      'Zone own',
      'Own',
      'GW-own 001',
      expect.any(String),
      '2026-10-25 02:30',
      '2026-10-25 02:30',
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:30:00Z',
      'Test visitor',
      'visitor@world.example',
      `'+49`,
      `'=HYPERLINK("http://x")`,
      '12.05',
      '1.92',
      '12.05',
      '0.00',
      'credit',
      '',
      '',
      expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ])
    expect(cell(second, 'state')).toBe('STORNO')
    expect(cell(second, 'note')).toBe(`a;"b"\n'=c`)
  })

  it('uses the language of its reader, down to the decimal mark [RES-10]', async () => {
    for (const language of ['de', 'fr', 'it'] as const) {
      const [head, first] = parse((await report('rm', october, { 'accept-language': language })).text)
      expect(head).toEqual(columns.map((column) => heads[language][column]))
      expect(cell(first, 'price')).toBe('12,05')
    }
    await db.knex('users').where({ id: world.users.rm.id }).update({ language: 'it' })
    expect(parse((await report('rm', october, { 'accept-language': '' })).text)[0]?.[0]).toBe(heads.it.number)
  })

  it('is named after month and company, safely [RES-10]', async () => {
    const disposition = async () => (await report('rm', october)).headers.get('content-disposition')
    expect(await disposition()).toBe('attachment; filename=2026_10_Own_Reservierungen.csv')
    await db.knex('tenants').where({ id: world.tenants.own }).update({ name: '../Zürich "Nord"; x=' })
    expect(await disposition()).toContain(`filename*=UTF-8''2026_10_Z%C3%BCrich-Nord-x_Reservierungen.csv`)
    await db.knex('tenants').where({ id: world.tenants.own }).update({ name: 'Own' })
  })

  it('takes the month in the zone of the sites, and keeps letters of every script in the name', () => {
    const at = new Date('2026-10-31T23:00:00Z')
    expect(reportName(at, 'Europe/Berlin', 'Own')).toBe('2026_11_Own_Reservierungen.csv')
    expect(reportName(at, 'America/New_York', '駐車場')).toBe('2026_10_駐車場_Reservierungen.csv')
    expect(reportName(at, 'UTC', ' / ')).toBe('2026_10_alle_Reservierungen.csv')
  })

  it('is for operators, for their zones only, and checks its filters [RES-10] [API-1]', async () => {
    expect(parse((await report('foreignRm', october)).text)).toHaveLength(1)
    expect(await report('visitor', october)).toMatchObject({ status: 403, error: { code: 'not-authorized' } })
    expect(await report('nobody', october)).toMatchObject({ status: 401, error: { code: 'session-expired' } })
    for (const query of ['filter[state]=LOST', 'filter[start][since]=2026', 'page=2'])
      expect((await report('rm', query)).status, query).toBe(400)
    expect(parse((await report('rm', `${october.replace('RESERVED,STORNO', 'STORNO')}`)).text)).toHaveLength(2)
  })

  it('is returned only if CSV is preferred to JSON', async () => {
    for (const accept of ['*/*', 'application/vnd.api+json', 'application/json, text/csv;q=0.9'])
      expect((await report('rm', october, { accept })).headers.get('content-type')).toMatch(/json/)
  })
})

/** A response whose body is not read yet. */
function open(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/csv', cookie: cookies.get('rm') ?? '' }
    get({ host: '127.0.0.1', port: app.port, path, headers }, resolve).on('error', reject)
  })
}

describe(`the report of ${many} reservations`, () => {
  const all = '/reservations?filter[state]=STORNO'
  const megabyte = 1_000_000
  const parts = 4 * megabyte
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void

  it('holds one page at a time, in order, each row once [RES-10]', async () => {
    collect()
    const before = process.memoryUsage().heapUsed
    const response = await open(all)
    let [bytes, rows, highest, number, disordered] = [0, 0, 0, 0, 0]
    let rest = ''
    for await (const chunk of response as AsyncIterable<Buffer>) {
      if (bytes === 0) expect(chunk.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
      if (Math.floor(bytes / parts) < Math.floor((bytes + chunk.length) / parts)) {
        collect()
        highest = Math.max(highest, process.memoryUsage().heapUsed)
      }
      bytes += chunk.length
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      rows += lines.length
      // Numbers follow the order of the starts, except the one of 2026, which is the last.
      for (const line of lines) {
        const next = Number(line.slice(1, line.indexOf('";')))
        if (next <= number && !line.includes(';"2026-')) disordered += 1
        number = next
      }
    }
    expect(disordered).toBe(0)
    expect(rows).toBe(1 + many + 1)
    expect(bytes).toBeGreaterThan(15 * megabyte)
    expect((highest - before) / megabyte).toBeLessThan(25)
  })

  it('is not produced for a HEAD request', async () => {
    pages = 0
    const head = await app.ask('HEAD', all, { cookie: cookies.get('rm') ?? '', headers: { accept: 'text/csv' } })
    expect([head.status, head.text, pages]).toEqual([200, '', 1])
  })

  it('stops reading when its reader disconnects [RES-10]', async () => {
    pages = 0
    const logged = app.log().split('filter[state]=STORNO').length
    const response = await open(all)
    await once(response, 'data')
    response.destroy()
    await expect.poll(() => app.log().split('filter[state]=STORNO').length).toBe(logged + 1)
    const read = pages
    expect(read).toBeLessThan(many / pageRows)
    expect((await report('rm', october)).status).toBe(200)
    expect(pages).toBe(read + 1)
  })

  it('aborts visibly, and never ends early, when its reader loses the right [RES-10]', async () => {
    const response = await open(all)
    await once(response, 'readable')
    await db.knex('sessions').where({ user_id: world.users.rm.id }).update({ revoked_at: new Date() })
    const whole = (async () => {
      for await (const chunk of response as AsyncIterable<Buffer>) expect(chunk.length).toBeGreaterThan(0)
    })()
    await expect(whole).rejects.toThrow('aborted')
    expect(response.complete).toBe(false)
    expect(app.log()).toContain('"code":"session-expired","msg":"a download was cut"')
  })
})
