import * as z from 'zod'
import { addCode, codes, privateZones, removeCode } from '../../contract/access.ts'
import { ask, type HttpCall, noParameters, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'
import { readInclude, resource, toList, toOne } from '../http/jsonapi.ts'
import { text } from '../http/parameters.ts'

const codesQuery = z.strictObject({
  include: text.toLowerCase().optional(),
  query: text.optional(),
  'filter[query]': text.optional(),
})

/** GET /codes, include=tenants,zones,events: access codes of the caller's zones; search by query or filter[query]. */
export async function getCodes(call: HttpCall): Promise<Reply> {
  const { include, ...search } = readQuery(call, codesQuery)
  const asked = readInclude(include, ['tenants', 'zones', 'events'])
  const found = await ask(call, codes, { query: search['filter[query]'] ?? search.query ?? '' })
  const data = found.map(({ tenant, zone, event, ...code }) =>
    resource('codes', code, {
      tenants: toOne('tenants', tenant.id),
      zones: toOne('zones', zone.id),
      events: toOne('events', event?.id ?? null),
    }),
  )
  const included = found.flatMap(({ tenant, zone, event }) => [
    ...(asked.has('tenants') ? [resource('tenants', tenant)] : []),
    ...(asked.has('zones') ? [resource('zones', zone)] : []),
    ...(asked.has('events') && event ? [resource('events', event)] : []),
  ])
  return { document: toList(data, asked.size > 0 ? included : undefined) }
}

/** GET /codes/codesByTenant: the same codes with the tenants they belong to. */
export async function getCodesByTenant(call: HttpCall): Promise<Reply> {
  readQuery(call, noParameters)
  const found = await ask(call, codes, {})
  const tenants = [...new Map(found.map(({ tenant }) => [tenant.id, tenant])).values()]
  return { json: { codes: found, tenants } }
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
