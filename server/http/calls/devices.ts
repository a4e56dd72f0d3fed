import type { Knex } from 'knex'
import * as z from 'zod'
import { order } from '../../../contract/control.ts'
import { remoteFeatures } from '../../../contract/features.ts'
import type { Action } from '../../../machines/device.ts'
import { deviceViews } from '../../../telemetry/views/device.ts'
import { siteScope } from '../../../telemetry/views/scope.ts'
import type { UserActor } from '../../bus/actor.ts'
import { Refused } from '../../bus/refuse.ts'
import { scopeOf } from '../../sites/scope.ts'
import { type HttpCall, pathId, type Reply, read, readQuery, tell } from '../call.ts'
import { type Resource, readAttributes, readInclude, resource, toDocument, toOne } from '../jsonapi.ts'

const text = z.string().max(255)

/**
 * GET /sites/:siteId/devices, include=sites,locations: the devices of a site in the caller's zones, in their sequence. A site one may not
 * see is not found. The availability filter is answered with call-not-available.
 */
export async function getSiteDevices(call: HttpCall): Promise<Reply> {
  const query = readQuery(call, {
    include: text.optional(),
    'filter[available][from]': text.optional(),
    'filter[available][until]': text.optional(),
    'filter[available][reservationId]': text.optional(),
  })
  if (Object.keys(query).some((key) => key.startsWith('filter')))
    throw new Refused({ code: 'call-not-available' }, false)
  const asked = readInclude(query.include, ['sites', 'locations'])
  const siteId = pathId(call, 'siteId')
  return read(call, { name: 'http.siteDevices', access: remoteFeatures }, async ({ trx, actor }) => {
    const site = await visibleSite(trx, actor, siteId)
    if (!site) throw new Refused({ code: 'not-found' }, false)
    const changes = await deviceViews(trx, { siteIds: [siteId] })
    const data = changes
      .flatMap(({ view }) => (view ? [view] : []))
      .sort((a, b) => a.sequenceNumber - b.sequenceNumber || a.id - b.id)
      .map(({ site: _, type: deviceType, ...view }) =>
        resource(
          'devices',
          { ...view, deviceType },
          { sites: toOne('sites', siteId), locations: toOne('locations', site.location_id) },
        ),
      )
    const included: Resource[] = []
    if (asked.has('sites')) included.push(resource('sites', { id: site.id, name: site.name, timeZone: site.time_zone }))
    if (asked.has('locations') && site.location_id !== null)
      included.push(resource('locations', { id: site.location_id, address: site.address, city: site.city }))
    const linked = data.length > 0 ? included : []
    return {
      document: toDocument(data, { ...(asked.size ? { included: linked } : {}), meta: { record_count: data.length } }),
    }
  })
}

interface SiteRow {
  id: number
  name: string
  time_zone: string
  location_id: number | null
  address: string | null
  city: string | null
}

async function visibleSite(trx: Knex, actor: UserActor, siteId: number): Promise<SiteRow | null> {
  const { sql, bindings } = siteScope(scopeOf(actor), 's.id')
  const { rows } = await trx.raw<{ rows: SiteRow[] }>(
    `select s.id, s.name, s.time_zone, s.location_id, l.address, l.city from sites s left join locations l on l.id = s.location_id
      where s.id = ? and ${sql}`,
    [siteId, ...bindings],
  )
  return rows[0] ?? null
}

/** What PATCH /devices/:id asks for by a status, as an action. */
const actionOf = {
  free: 'open',
  blocked: 'close',
  updating_status: 'refresh',
  recalibrate: 'recalibrate',
  reboot: 'reboot',
} as const satisfies Record<string, Action>

const wish = z.strictObject({
  status: z.enum(Object.keys(actionOf) as [keyof typeof actionOf, ...(keyof typeof actionOf)[]]),
  timeout: z.number().int().min(5).max(120).optional(),
})

/**
 * PATCH /devices/:id with a status to be reached and optionally a timeout in seconds: orders it. 202 means sent, never done; the outcome
 * comes as a change of the device.
 */
export async function patchDevice(call: HttpCall): Promise<Reply> {
  const deviceId = pathId(call)
  const { status, timeout } = readAttributes(call.body, { type: 'devices', id: String(deviceId), attributes: wish })
  const action = actionOf[status]
  const given = await tell(call, order, {
    deviceId,
    action,
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
  })
  const { orderId, supportCode, deadline } = given
  const device = toOne('devices', deviceId)
  return {
    status: 202,
    document: toDocument(resource('orders', { id: orderId, action, supportCode, deadline }, { devices: device })),
  }
}
