import * as z from 'zod'
import { add, edit, list, newZone, read, remove } from '../../contract/zones.ts'
import { ask, type HttpCall, pathId, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'
import { readInclude, resource, toDocument, toOne } from '../http/jsonapi.ts'
import { count, defined, text } from '../http/parameters.ts'
import { sendFields } from './fields.ts'

/** Field names that differ between the call and the command. */
const names = { tenant: 'tenantId', sites: 'siteIds', users: 'managerIds' }

const zonesQuery = z.strictObject({
  'filter[query]': text.optional(),
  sort: text.optional(),
  page: count.optional(),
  limit: count.optional(),
  include: text.optional(),
})

/** GET /zones: paging by page and limit, search by filter[query], include=tenants; meta.record_count. */
export async function getZones(call: HttpCall): Promise<Reply> {
  const { include, limit: pageSize = 100, 'filter[query]': search, page, sort } = readQuery(call, zonesQuery)
  const asked = readInclude(include, ['tenants'])
  const input = defined({ search, page, sort, pageSize }) as z.input<typeof list.input>
  const { rows, recordCount } = await ask(call, list, input)
  const data = rows.map(({ tenant, ...zone }) => resource('zones', zone, { tenants: toOne('tenants', tenant.id) }))
  const included = asked.has('tenants') ? rows.map(({ tenant }) => resource('tenants', tenant)) : undefined
  return { document: toDocument(data, { included, meta: { record_count: recordCount } }) }
}

/** POST /zones/add with name, tenant, sites, users and the other fields of a zone. Returns { zone: { id } }. */
export async function postZone(call: HttpCall): Promise<Reply> {
  const { zoneId } = await sendFields(call, add, names, {}, newZone)
  return { json: { zone: { id: zoneId } } }
}

/** PATCH /zones/edit/:id with the fields to change; with `version`, only if nobody has changed the zone since. */
export async function patchZone(call: HttpCall): Promise<Reply> {
  const {
    id: zoneId,
    tenant,
    sites,
    managers,
    translations,
    ...fields
  } = await ask(call, read, { zoneId: pathId(call) })
  const kept = {
    ...fields,
    tenantId: tenant.id,
    siteIds: sites.map(({ id }) => id),
    managerIds: managers.map(({ id }) => id),
    translations: { texts: translations.texts },
  }
  const { version } = await sendFields(call, edit, names, { zoneId }, kept)
  return { json: { zone: { id: zoneId, version } } }
}

const idBody = z.strictObject({ id: z.number().int().positive().max(2_147_483_647) })

/** DELETE /zones/delete with { id }: 409 with what depends on the zone in meta.dependants. */
export async function deleteZone(call: HttpCall): Promise<Reply> {
  const { id: zoneId } = readBody(call, idBody)
  const { version } = await ask(call, read, { zoneId })
  await sendCommand(call, remove, { zoneId, version })
  return { json: { zone: { id: zoneId } } }
}
