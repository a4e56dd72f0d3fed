import type { Knex } from 'knex'
import * as z from 'zod'
import type { Language } from '../../contract/session.ts'
import { readOnly } from '../../db/transaction.ts'
import { countOpening } from '../claims/share-token.ts'
import { type HttpCall, limitAddress, type Reply, readQuery } from '../http/call.ts'
import { type Relationship, type Resource, readInclude, resource, toDocument, toMany, toOne } from '../http/jsonapi.ts'
import { refuser } from '../kernel/bus/refuse.ts'
import { languageOf } from '../kernel/language.ts'
import { readSummary, type Summary, type TicketRefusal } from '../reservations/summary.ts'
import {
  readChildrenBeside,
  readDevicesBeside,
  readSiteBeside,
  readTransactionsBeside,
} from '../reservations/summary-beside.ts'

/** The accepted includes. All are accepted whatever the link is for; people are never revealed. */
const includes = [
  'devices',
  'devices.devicetypes',
  'devices.deviceaccessmethods',
  'devices.media',
  'childreservations',
  'transactions',
  'transactions.paymentmethods',
  'sites',
  'sites.locations',
  'sites.barriers',
  'sites.media',
  'sites.zones',
  'sites.zones.tenants',
  'events',
  'maintenanceperiods',
  'users.blockedusers',
] as const
type Asked = ReadonlySet<(typeof includes)[number]>
type Relationships = Record<string, Relationship>

const reservationSummaryQuery = z.strictObject({ include: z.string().max(512).toLowerCase().optional() })

/** GET /reservation-summaries/:token: the reservation behind a link, with those includes that the link reveals. Public, limited by address; counts link visits. */
export async function getReservationSummary(call: HttpCall): Promise<Reply> {
  const asked = readInclude(readQuery(call, reservationSummaryQuery).include, includes)
  await limitAddress(call, 'reservations.summary', { points: 60, seconds: 60 })
  const token = String(call.request.params['token'])
  const language = languageOf(call.request.get('accept-language'))
  const found = await readOnly(call.context.knex, (trx) => readDocument(trx, token, { language, asked }))
  // A link works even if the visit cannot be counted.
  await countOpening(call.context.knex, token).catch((error: unknown) =>
    call.context.log.warn({ err: error }, 'cannot count a visit of a link'),
  )
  return found
}

async function readDocument(
  trx: Knex,
  token: string,
  { language, asked }: { language: Language; asked: Asked },
): Promise<Reply> {
  const found = await readSummary(trx, token, language)
  if (!found.ok) return refuser<TicketRefusal>()(found.code)
  const { summary, now } = found
  const { reservation, site, devices, event, maintenance } = summary
  const included: Resource[] = []
  const relationships: Relationships = {
    sites: toOne('sites', site.id),
    devices: toMany('devices', devices),
    events: toOne('events', event?.id ?? null),
    maintenancePeriods: toMany('maintenance-periods', maintenance),
  }
  if (hasPart(asked, 'sites')) included.push(...(await siteParts(trx, summary, asked, language)))
  if (hasPart(asked, 'devices')) included.push(...(await deviceParts(trx, summary, { language, asked })))
  if (asked.has('events') && event) included.push(resource('events', event))
  if (asked.has('maintenanceperiods'))
    included.push(...maintenance.map((period) => resource('maintenance-periods', period)))
  if (asked.has('childreservations')) {
    const children = await readChildrenBeside(trx, summary)
    relationships['childReservations'] = toMany('reservations', children)
    for (const { deviceId, ...child } of children)
      included.push(resource('reservations', child, { devices: toMany('devices', [{ id: deviceId }]) }))
  }
  if (summary.purpose === 'summary' && hasPart(asked, 'transactions')) {
    const transactions = await readTransactionsBeside(trx, summary)
    relationships['transactions'] = toMany('transactions', transactions)
    for (const { method, ...transaction } of transactions)
      included.push(resource('transactions', transaction, { paymentMethods: toOne('payment-methods', method) }))
    if (asked.has('transactions.paymentmethods'))
      included.push(...transactions.map(({ method }) => resource('payment-methods', { id: method, name: method })))
  }
  return {
    document: toDocument(resource('reservations', reservation, relationships), {
      included: asked.size > 0 ? included : undefined,
      meta: { now: now.toISOString(), purpose: summary.purpose },
    }),
  }
}

async function siteParts(trx: Knex, summary: Summary, asked: Asked, language: Language): Promise<Resource[]> {
  const { site, location } = summary
  const { barriers, media, zones } = await readSiteBeside(trx, summary, language)
  const included: Resource[] = []
  const relationships: Relationships = { locations: toOne('locations', location?.id ?? null) }
  if (asked.has('sites.locations') && location) included.push(resource('locations', location))
  if (asked.has('sites.barriers')) {
    relationships['barriers'] = toMany('barriers', barriers)
    included.push(...barriers.map((barrier) => resource('barriers', barrier)))
  }
  if (asked.has('sites.media')) {
    relationships['media'] = toMany('media', media)
    included.push(...media.map((each) => resource('media', each)))
  }
  if (hasPart(asked, 'sites.zones') && zones.length > 0) {
    relationships['zones'] = toMany('zones', zones)
    for (const { tenant, ...zone } of zones) {
      included.push(resource('zones', zone, { tenants: toOne('tenants', tenant.id) }))
      if (asked.has('sites.zones.tenants')) included.push(resource('tenants', tenant))
    }
  }
  return [resource('sites', site, relationships), ...included]
}

async function deviceParts(
  trx: Knex,
  summary: Summary,
  { language, asked }: { language: Language; asked: Asked },
): Promise<Resource[]> {
  const beside = new Map((await readDevicesBeside(trx, summary, language)).map((each) => [each.deviceId, each]))
  const included: Resource[] = []
  const devices = summary.devices.map((device) => {
    const relationships: Relationships = {}
    const { type, methods = [], media = [] } = beside.get(device.id) ?? {}
    if (asked.has('devices.devicetypes') && type) {
      relationships['deviceTypes'] = toOne('device-types', type.id)
      included.push(resource('device-types', type))
    }
    if (asked.has('devices.deviceaccessmethods')) {
      relationships['deviceAccessMethods'] = toMany('device-access-methods', methods)
      included.push(...methods.map((method) => resource('device-access-methods', method)))
    }
    if (asked.has('devices.media')) {
      relationships['media'] = toMany('media', media)
      included.push(...media.map((each) => resource('media', each)))
    }
    return resource('devices', device, Object.keys(relationships).length > 0 ? relationships : undefined)
  })
  return [...devices, ...included]
}

/** Whether a part or anything below it was requested: an inner include implies the outer one. */
function hasPart(asked: Asked, name: string): boolean {
  return [...asked].some((each) => each === name || each.startsWith(`${name}.`))
}
