import * as z from 'zod'
import { site, sites, zones } from '../../../contract/sites.ts'
import { ask, type HttpCall, pathId, type Reply, readQuery } from '../call.ts'
import { type Resource, readInclude, resource, toDocument, toMany, toOne } from '../jsonapi.ts'

const count = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
const text = z.string().max(255)
type SiteZones = { zones: { id: number; name: string }[] }

/** GET /sites: paging by page and limit, search by query or filter[query], include=zones; meta.record_count. */
export async function getSites(call: HttpCall): Promise<Reply> {
  const { include, page, limit, ...search } = readQuery(call, {
    query: text.optional(),
    'filter[query]': text.optional(),
    page: count.optional(),
    limit: count.optional(),
    include: text.optional(),
  })
  const asked = readInclude(include, ['zones'])
  const query = search['filter[query]'] ?? search.query
  const view = await ask(call, sites, { ...defined({ query, page, limit }) })
  return {
    document: toDocument(view.items.map(siteResource), {
      ...(asked.has('zones') ? { included: view.items.flatMap(zoneResources) } : {}),
      meta: { record_count: view.recordCount },
    }),
  }
}

/** GET /sites/:id: one site with visualizationEnabled. */
export async function getSite(call: HttpCall): Promise<Reply> {
  const asked = readInclude(readQuery(call, { include: text.optional() }).include, ['zones'])
  const view = await ask(call, site, { siteId: pathId(call) })
  return { document: toDocument(siteResource(view), asked.has('zones') ? { included: zoneResources(view) } : {}) }
}

/** GET /zones and GET /zones/dashboard: the caller's zones with counts of sites, devices and open malfunctions. */
export async function getZones(call: HttpCall): Promise<Reply> {
  const asked = readInclude(readQuery(call, { include: text.optional() }).include, ['tenants'])
  const rows = await ask(call, zones, {})
  return {
    document: toDocument(
      rows.map(({ tenant, ...zone }) => resource('zones', zone, { tenants: toOne('tenants', tenant.id) })),
      {
        ...(asked.has('tenants') ? { included: rows.map(({ tenant }) => resource('tenants', tenant)) } : {}),
        meta: { record_count: rows.length },
      },
    ),
  }
}

function siteResource({ zones: list, type: siteType, ...row }: SiteZones & { id: number; type: string }): Resource {
  return resource(
    'sites',
    { ...row, siteType },
    {
      zones: toMany(
        'zones',
        list.map(({ id }) => id),
      ),
    },
  )
}

function zoneResources({ zones: list }: SiteZones): Resource[] {
  return list.map((zone) => resource('zones', zone))
}

/** Leaves out what was not given, so that the query's defaults hold. */
function defined<T extends Record<string, unknown>>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
