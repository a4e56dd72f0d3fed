import * as z from 'zod'
import { withRetry } from '../../../db/retry.ts'
import { Refused } from '../../bus/refuse.ts'
import { readSummary } from '../../reservations/summary.ts'
import { type HttpCall, limitAddress, type Reply, readQuery } from '../call.ts'
import { type Resource, readInclude, resource, toDocument, toMany, toOne } from '../jsonapi.ts'
import { languageOf } from '../language.ts'

/** What callers ask for beside the reservation. Zones and users are understood, but a guest is told of neither. */
const includes = [
  'devices',
  'sites',
  'sites.locations',
  'sites.zones',
  'events',
  'maintenanceperiods',
  'users.blockedusers',
] as const

/**
 * GET /reservation-summaries/:token: the reservation of an eTicket with its place, devices, event and maintenance. Public, limited by
 * address. Refusals: eticket-invalid, -expired, -canceled, -not-allowed. Include names in any case.
 */
export async function getReservationSummary(call: HttpCall): Promise<Reply> {
  const { include } = readQuery(call, { include: z.string().max(255).toLowerCase().optional() })
  const asked = readInclude(include, includes)
  await limitAddress(call, 'reservations.summary', { points: 60, seconds: 60 })
  const token = String(call.request.params['token'])
  const language = languageOf(call.request.get('accept-language'))
  const found = await withRetry(() =>
    call.context.knex.transaction((trx) => readSummary(trx, token, language), { readOnly: true }),
  )
  if (!found.ok) throw new Refused({ code: found.code }, false)
  const { reservation, site, location, devices, event, maintenance } = found.summary
  const included: Resource[] = []
  const withLocation = asked.has('sites.locations')
  if (asked.has('sites') || withLocation)
    included.push(resource('sites', site, { locations: toOne('locations', location?.id ?? null) }))
  if (withLocation && location) included.push(resource('locations', location))
  if (asked.has('devices')) included.push(...devices.map((device) => resource('devices', device)))
  if (asked.has('events') && event) included.push(resource('events', event))
  if (asked.has('maintenanceperiods'))
    included.push(...maintenance.map((period) => resource('maintenance-periods', period)))
  const data = resource('reservations', reservation, {
    sites: toOne('sites', site.id),
    devices: toMany('devices', ids(devices)),
    events: toOne('events', event?.id ?? null),
    maintenancePeriods: toMany('maintenance-periods', ids(maintenance)),
  })
  return {
    document: toDocument(data, { ...(asked.size ? { included } : {}), meta: { now: found.now.toISOString() } }),
  }
}

const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)
