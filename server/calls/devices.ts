import type { Knex } from 'knex'
import * as z from 'zod'
import { bookers, mayAccess, remoteFeatures } from '../../contract/features.ts'
import type { Location, Site } from '../../db/models/sites.ts'
import { one } from '../../db/sql.ts'
import { deviceViews } from '../../telemetry/views/device.ts'
import { mayBookAt } from '../access/open-site.ts'
import { seesSite } from '../access/scope.ts'
import { readBookedDevices } from '../claims/booked-devices.ts'
import { type HttpCall, pathId, type Reply, read, readQuery } from '../http/call.ts'
import { type Resource, readInclude, resource, toList, toOne } from '../http/jsonapi.ts'
import { text } from '../http/parameters.ts'
import { refused } from '../kernel/bus/refuse.ts'
import { deviceResource } from './reservation-resources.ts'
import { availableOf, availableShape, placeIds } from './site-places.ts'

/** Bookers see places of open sites and control devices of their reservations; operators see and control all devices of their zones. */
export const deviceReaders = [...remoteFeatures, ...bookers] as const

const siteDevicesQuery = z.strictObject({ include: text.optional(), ...availableShape })

/**
 * GET /sites/:siteId/devices, include=sites,locations: all devices of the site for its operators, bookable places for everybody else, in
 * sequence. filter[available][from] and [until] keep the places that are free in that span; with [reservationId], that reservation's own
 * claims do not count. A site the caller may not see is not found.
 */
export async function getSiteDevices(call: HttpCall): Promise<Reply> {
  const { include, ...filter } = readQuery(call, siteDevicesQuery)
  const asked = readInclude(include, ['sites', 'locations'])
  const available = availableOf(filter)
  const siteId = pathId(call, 'siteId')
  return read(call, { name: 'http.siteDevices', access: deviceReaders }, async (reading) => {
    const { trx, actor } = reading
    const operates = mayAccess(remoteFeatures, actor.features) && (await seesSite(trx, actor, siteId))
    if (!operates && !(await mayBookAt(trx, actor, siteId))) throw refused({ code: 'not-found' })
    const { location, ...site } = await readSite(trx, siteId)
    const ids = operates && !available ? null : await placeIds(reading, siteId, available)
    const devices = operates
      ? await operatedDevices(trx, siteId, ids)
      : (await readBookedDevices(trx, ids ?? [])).map(deviceResource)
    const relationships = { sites: toOne('sites', siteId), locations: toOne('locations', location?.id ?? null) }
    const data = devices.map((device) => ({ ...device, relationships }))
    const included: Resource[] = []
    if (asked.has('sites')) included.push(resource('sites', site))
    if (asked.has('locations') && location) included.push(resource('locations', location))
    return { document: toList(data, asked.size === 0 ? undefined : data.length > 0 ? included : []) }
  })
}

/** Devices of a site as operators see them; `only` restricts them to these ids. */
async function operatedDevices(trx: Knex, siteId: number, only: readonly number[] | null): Promise<Resource[]> {
  return (await deviceViews(trx, { siteIds: [siteId] }))
    .flatMap(({ view }) => (view && (only === null || only.includes(view.id)) ? [view] : []))
    .sort((a, b) => a.sequenceNumber - b.sequenceNumber || a.id - b.id)
    .map(({ site: _, type: deviceType, ...view }) => resource('devices', { ...view, deviceType }))
}

type Place = Pick<Location, 'id' | 'address' | 'city'>

function readSite(
  trx: Knex,
  siteId: number,
): Promise<Pick<Site, 'id' | 'name' | 'timeZone'> & { location: Place | null }> {
  return one(
    trx,
    `select s.id, s.name, s.time_zone as "timeZone", case when l.id is not null then
       jsonb_build_object('id', l.id, 'address', l.address, 'city', l.city) end as location
     from sites s left join locations l on l.id = s.location_id where s.id = ?`,
    [siteId],
  )
}
