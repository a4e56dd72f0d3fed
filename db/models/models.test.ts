import { readdirSync, readFileSync } from 'node:fs'
import type { Model, ModelClass, QueryBuilder } from 'objection'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { describeSchema, type TableDescription } from '../testing/describe.ts'
import { plantSite } from '../testing/fixtures.ts'
import * as control from './control.ts'
import * as history from './history.ts'
import * as imports from './imports.ts'
import * as logs from './logs.ts'
import * as media from './media.ts'
import * as messages from './messages.ts'
import * as people from './people.ts'
import * as reservations from './reservations.ts'
import * as sites from './sites.ts'
import { newVersion, patchUnchanged } from './version.ts'

const files = { control, history, imports, logs, media, messages, people, reservations, sites }
const models = Object.entries(files).flatMap(([file, classes]) =>
  Object.entries(classes).map(([name, model]) => [name, model as unknown as ModelClass<Model>, file] as const),
)
/** Columns joined or kept by the database, read and written in plain SQL, or without a screen yet. */
const withoutModel =
  /^(site_zones|user_\w+|rm_invitation_zones|event_\w+|product_\w+|device_method_links|account_balances|device_maintenance|reservation_maintenance_periods|outbox\w*|relay_state|retention\w*|table_sizes|settings|processes|rate_limits|tenant_hosts|watched_devices|gateway_message_blocks|gateway_messages|gateway_receipts|gateway_events|readings\w*|device_reports|rollup_\w+|\w+_usage_1_hour|plate_sightings|control_steps|access_\w+|auto_closings|arrivals|overstays|overstay_displacements|reservation_handouts|payment_events|payment_refunds|invoices|invoice_counters|accounts|payments|transactions|test_payments|test_refunds|document_acceptances|api_keys|guest_sessions|tokens|customer_notices|university_links|setup_put_away|totp_secrets|recovery_codes|sign_in_steps|open_screens|login_guesses|known_browsers)$/

let database: TestDatabase
let tables: TableDescription[]
beforeAll(async () => {
  database = await createTestDatabase()
  tables = (await describeSchema(database.knex)).tables
})
afterAll(() => database.close())

const typeOf = (type: string, rules: string[], column: string): string => {
  if (column === 'translations') return 'Translations'
  const closed = rules.find((rule) => rule.startsWith(`CHECK ((${column} = ANY (ARRAY[`))
  if (closed !== undefined) return [...closed.matchAll(/'([^']+)'::text/g)].map((match) => `'${match[1]}'`).join(' | ')
  if (type === 'integer[]') return 'number[]'
  if (/^(integer|bigint|smallint|real|double precision|numeric)/.test(type)) return 'number'
  if (type === 'boolean' || type === 'text[]') return type === 'boolean' ? 'boolean' : 'string[]'
  if (type === 'timestamp with time zone') return 'Date'
  return type === 'bytea' ? 'Buffer' : type === 'jsonb' ? 'Record<string, unknown>' : 'string'
}

/** Declared fields of a class and its ancestors, read from their source files: they do not exist at run time. */
function declared(file: string, name: string): Map<string, string> {
  const source = readFileSync(new URL(`./${file}.ts`, import.meta.url), 'utf8')
  const body = source.slice(source.indexOf(`class ${name} `)).split('\n}\n')[0] ?? ''
  const base = /^class \w+ extends (\w*Entity) /.exec(body)?.[1]
  const fields = [...body.matchAll(/declare (\w+):\s*([^\n]+(?:\n {4}[^\n]+)*)/g)].map(
    (match) => [match[1] ?? '', normal(match[2] ?? '')] as const,
  )
  return new Map([...(base ? declared('entity', base) : []), ...fields])
}
const normal = (type: string): string =>
  type
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .sort()
    .join(' | ')

it.each(models)('%s has the columns of its table', (name, model, file) => {
  const table = tables.find((each) => each.name === model.tableName)
  const columns = (table?.columns ?? []).map((column) => {
    const type = typeOf(column.type, table?.rules ?? [], column.name)
    const list = column.name === 'lines' ? `${type}[]` : type
    return [model.columnNameToPropertyName(column.name), normal(column.required ? list : `${list} | null`)]
  })
  expect(Object.fromEntries(declared(file, name))).toEqual(Object.fromEntries(columns))
  for (const column of table?.columns ?? [])
    expect(model.propertyNameToColumnName(model.columnNameToPropertyName(column.name))).toBe(column.name)
  const json = (table?.columns ?? []).filter(({ type }) => type === 'jsonb')
  expect(new Set(model.jsonAttributes ?? [])).toEqual(
    new Set(json.map((column) => model.columnNameToPropertyName(column.name))),
  )
})

it.each(models)('%s can follow its relations', async (_name, model) => {
  for (const relation of Object.keys(model.getRelations())) {
    await expect(model.query(database.knex).withGraphFetched(relation)).resolves.toBeDefined()
    await expect(model.query(database.knex).joinRelated(relation)).resolves.toBeDefined()
  }
})

it('every main entity has a model', () => {
  const modelled = new Set(models.map(([, model]) => model.tableName))
  expect(tables.map(({ name }) => name).filter((name) => !modelled.has(name) && !withoutModel.test(name))).toEqual([])
  expect(readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.ts')).length).toBe(
    Object.keys(files).length + 5,
  )
})

it('shows a viewer what belongs to their zones, and everything to those who see everything', async () => {
  const [own, other] = [await plantSite(database.knex), await plantSite(database.knex)]
  const viewer = { seesAll: false, zoneIds: [own.zoneId] }
  const seen = async (query: QueryBuilder<Model & { id: number }>) => (await query).map(({ id }) => id)
  const { Site, Device } = sites
  expect(await seen(Site.query(database.knex).modify('visibleTo', viewer))).toEqual([own.siteId])
  expect(await seen(Device.query(database.knex).modify('visibleTo', viewer))).toEqual(own.deviceIds)
  expect(await seen(people.Zone.query(database.knex).modify('visibleTo', viewer))).toEqual([own.zoneId])
  const [both, none] = [
    { seesAll: true, zoneIds: [] },
    { seesAll: false, zoneIds: [] },
  ]
  expect(await seen(Site.query(database.knex).modify('visibleTo', both))).toEqual(
    expect.arrayContaining([own.siteId, other.siteId]),
  )
  expect(await seen(Site.query(database.knex).modify('visibleTo', none))).toEqual([])
})

it('changes a row only while it has the version that was seen', async () => {
  const { siteId } = await plantSite(database.knex)
  await sites.SitePlan.query(database.knex).insert({ siteId })
  const plan = () => sites.SitePlan.query(database.knex).findById(siteId)
  expect(await patchUnchanged(plan(), { version: 0 }, { version: newVersion() })).toBe(true)
  const { version } = await plan().throwIfNotFound()
  expect(version).toBeGreaterThan(0)
  expect(await patchUnchanged(plan(), { version: 0 }, { version: newVersion() })).toBe(false)
  expect(await plan()).toMatchObject({ version })
})

it('reads and writes rows in camel case', async () => {
  const { siteId, deviceIds } = await plantSite(database.knex)
  const site = await sites.Site.query(database.knex)
    .findById(siteId)
    .withGraphFetched('[zones.tenant, devices.[state, deviceType]]')
    .throwIfNotFound()
  expect(site.devices?.map(({ id }) => id)).toEqual(deviceIds)
  expect(site.devices?.[0]?.state?.status).toBe('undefined')
  expect(site.zones?.[0]?.tenant?.theme).toBe('default')
  const [id] = deviceIds
  await sites.Device.query(database.knex).patch({ upperLeftXMm: 1200, autoCloseGatetimeS: 30 }).where({ id })
  expect(await database.knex('devices').where({ id }).first('upper_left_x_mm', 'auto_close_gatetime_s')).toEqual({
    upper_left_x_mm: 1200,
    auto_close_gatetime_s: 30,
  })
})

it("throws the database's error with its code, also for a related entity", async () => {
  const wrong = "1 / (length('') ) = 1"
  await expect(people.User.query(database.knex).whereRaw(wrong)).rejects.toMatchObject({ code: '22012' })
  const user = people.User.fromJson({ id: 1 }, { skipValidation: true })
  await expect(user.$query(database.knex).whereRaw(wrong)).rejects.toMatchObject({ code: '22012' })
  const query = people.User.query(database.knex).insert({ username: 'x', roleId: -1 } as never)
  await expect(query).rejects.toMatchObject({ code: expect.stringMatching(/^23/) as string })
})
