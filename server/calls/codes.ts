import * as z from 'zod'
import { addCode, privateZones, removeCode } from '../../contract/access.ts'
import { byTenant, list } from '../../contract/codes.ts'
import { ask, type HttpCall, noParameters, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'
import { readInclude, resource, toDocument, toOne } from '../http/jsonapi.ts'
import { count, defined, text } from '../http/parameters.ts'

const codesQuery = z.strictObject({
  include: text.toLowerCase().optional(),
  query: text.optional(),
  'filter[query]': text.optional(),
  'filter[zoneId]': count.optional(),
  'filter[tenantId]': count.optional(),
  sort: text.optional(),
  page: count.optional(),
  limit: count.optional(),
})

/** GET /codes: paging by page and limit, include=tenants,zones,events, search by query or filter[query], filter[zoneId], filter[tenantId]; meta.record_count. */
export async function getCodes(call: HttpCall): Promise<Reply> {
  const {
    include,
    query,
    limit: pageSize = 100,
    'filter[query]': search = query,
    page,
    sort,
    ...given
  } = readQuery(call, codesQuery)
  const asked = readInclude(include, ['tenants', 'zones', 'events'])
  const filters = defined({ zoneId: given['filter[zoneId]'], tenantId: given['filter[tenantId]'] })
  const input = defined({ search, page, sort, pageSize, filters }) as z.input<typeof list.input>
  const { rows, recordCount } = await ask(call, list, input)
  const data = rows.map(({ tenant, zone, event, ...code }) =>
    resource('codes', code, {
      tenants: toOne('tenants', tenant.id),
      zones: toOne('zones', zone.id),
      events: toOne('events', event?.id ?? null),
    }),
  )
  const included = rows.flatMap(({ tenant, zone, event }) => [
    ...(asked.has('tenants') ? [resource('tenants', tenant)] : []),
    ...(asked.has('zones') ? [resource('zones', zone)] : []),
    ...(asked.has('events') && event ? [resource('events', event)] : []),
  ])
  const meta = { record_count: recordCount }
  return { document: toDocument(data, { included: asked.size > 0 ? included : undefined, meta }) }
}

/** GET /codes/codesByTenant: all codes of the caller's zones with the companies they belong to. */
export async function getCodesByTenant(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: await ask(call, byTenant, {}) }
}

/** GET /codes/visitor_private_zones: private zones that are open to the caller, and what opened them. */
export async function getVisitorPrivateZones(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  return { json: { zones: await ask(call, privateZones, {}) } }
}

/** POST /codes/visitor_add_code with { name }: enters an access code. */
export async function postVisitorCode(call: HttpCall): Promise<Reply> {
  return { json: await sendCommand(call, addCode, readBody(call, addCode.input)) }
}

/** POST /codes/visitor_private_code_delete with { codeId }: removes an access code from the caller's account. */
export async function postVisitorCodeDelete(call: HttpCall): Promise<Reply> {
  return { json: await sendCommand(call, removeCode, readBody(call, removeCode.input)) }
}
