import * as z from 'zod'
import { site, sites, zones } from '../../contract/sites.ts'
import { Zone } from '../../db/models/people.ts'
import { readZoneAccess } from '../access/zone-access.ts'
import { ask, type HttpCall, noParameters, pathId, type Reply, read, readQuery } from '../http/call.ts'
import { type Resource, readInclude, resource, toDocument, toList, toMany, toOne } from '../http/jsonapi.ts'
import { count, defined, text } from '../http/parameters.ts'
import { refused } from '../kernel/bus/refuse.ts'
import { type SiteDetails, siteDetails, siteRows, sitesFound } from '../sites/details.ts'
import { readForVisitor } from './visitor-sites.ts'

type SiteZones = { zones: { id: number; name: string }[] }

const sitesQuery = z.strictObject({
  query: text.optional(),
  'filter[query]': text.optional(),
  page: count.optional(),
  limit: count.optional(),
  include: text.optional(),
})

/** GET /sites: paging by page and limit, search by query or filter[query], include=zones; meta.record_count. Visitors find the places where they may book. */
export async function getSites(call: HttpCall): Promise<Reply> {
  const { include, page, limit, ...search } = readQuery(call, sitesQuery)
  const asked = readInclude(include, ['zones'])
  const query = search['filter[query]'] ?? search.query
  const input = sites.input.safeParse(defined({ query, page, limit }))
  const visited = await readForVisitor(call, async (found) =>
    input.success ? await sitesFound(found, input.data) : null,
  )
  if (visited?.found) {
    const { results, total } = visited.found
    return { document: toDocument(results.map(siteDetails).map(placeResource), { meta: { record_count: total } }) }
  }
  const view = await ask(call, sites, defined({ query, page, limit }))
  const included = asked.has('zones') ? view.items.flatMap(zoneResources) : undefined
  return { document: toDocument(view.items.map(siteResource), { included, meta: { record_count: view.recordCount } }) }
}

const includeQuery = z.strictObject({ include: text.optional() })

/** GET /sites/:id: one site with visualizationEnabled; for visitors where they may book, or have a reservation. */
export async function getSite(call: HttpCall): Promise<Reply> {
  const asked = readInclude(readQuery(call, includeQuery).include, ['zones'])
  const siteId = pathId(call)
  const visited = await readForVisitor(call, async (found) => (await found.findById(siteId)) ?? null)
  if (visited?.found) return { document: toDocument(placeResource(siteDetails(visited.found))) }
  const view = await ask(call, site, { siteId })
  return {
    document: toDocument(siteResource(view), { included: asked.has('zones') ? zoneResources(view) : undefined }),
  }
}

/** GET /zones/dashboard: the caller's zones with counts of sites, devices and open malfunctions. */
export async function getZonesDashboard(call: HttpCall): Promise<Reply> {
  const asked = readInclude(readQuery(call, includeQuery).include, ['tenants'])
  const rows = await ask(call, zones, {})
  const data = rows.map(({ tenant, ...zone }) => resource('zones', zone, { tenants: toOne('tenants', tenant.id) }))
  const included = asked.has('tenants') ? rows.map(({ tenant }) => resource('tenants', tenant)) : undefined
  return { document: toList(data, included) }
}

/** GET /zones/:id/sites: the sites of a zone; only their locations for callers who do not operate it. A zone the caller may not see is not found. */
export async function getZoneSites(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  const zoneId = pathId(call)
  const found = await read(call, { name: 'http.zoneSites', access: 'session' }, async ({ trx, actor }) => {
    const operates = actor.seesAll || actor.zoneIds.includes(zoneId)
    const open = operates || (await readZoneAccess(trx, actor)).some((zone) => zone.id === zoneId && zone.open)
    const zone = await Zone.query(trx).findById(zoneId)
    if (!open || !zone) throw refused({ code: 'not-found' })
    const inZone = { seesAll: false, zoneIds: [zoneId] }
    const sites = (await siteRows(trx).modify('visibleTo', inZone).limit(most)).map(siteDetails)
    return operates ? sites.map(siteResource) : sites.map(placeResource)
  })
  return { document: toList(found) }
}

/** Above the number of sites of any zone. */
const most = 1_000

function placeResource(site: SiteDetails): Resource {
  const { id, name, address, city, timeZone, description, directions, visualizationEnabled } = site
  return resource('sites', { id, name, address, city, timeZone, description, directions, visualizationEnabled })
}

function siteResource({ zones: list, type: siteType, ...row }: SiteZones & { id: number; type: string }): Resource {
  return resource('sites', { ...row, siteType }, { zones: toMany('zones', list) })
}

function zoneResources({ zones: list }: SiteZones): Resource[] {
  return list.map((zone) => resource('zones', zone))
}
