import * as z from 'zod'
import { add, edit, list, newTenant, read, remove, sites } from '../../contract/tenants.ts'
import { withRetry } from '../../db/retry.ts'
import { ask, type HttpCall, limitAddress, pathId, type Reply, readBody, readQuery, sendCommand } from '../http/call.ts'
import { HttpRefused } from '../http/errors.ts'
import { resource, toDocument } from '../http/jsonapi.ts'
import { count, defined, text } from '../http/parameters.ts'
import { Refused, refused } from '../kernel/bus/refuse.ts'
import { tenantIdFromPrefix } from '../tenants/tenant-id-from-prefix.ts'
import { sendFields } from './fields.ts'
import { firstDependants } from './first-dependants.ts'

/** What callers of HTTP name otherwise than the commands. */
const names = { products: 'productIds' }

const tenantsQuery = z.strictObject({
  'filter[query]': text.optional(),
  'filter[license]': text.optional(),
  sort: text.optional(),
  page: count.optional(),
  limit: count.optional(),
})

/** GET /tenants: paging by page and limit, search by filter[query], filter[license]; meta.record_count. */
export async function getTenants(call: HttpCall): Promise<Reply> {
  const given = readQuery(call, tenantsQuery)
  const { limit: pageSize = 100, 'filter[query]': search, 'filter[license]': license, page, sort } = given
  const input = defined({ search, page, sort, pageSize, filters: defined({ license }) })
  const { rows, recordCount } = await ask(call, list, input as z.input<typeof list.input>)
  const data = rows.map((tenant) => resource('tenants', tenant))
  return { document: toDocument(data, { meta: { record_count: recordCount } }) }
}

/** POST /tenants/add_ajax with name, prefix and the other fields of a company. Returns { tenant: { id } }. */
export async function postTenant(call: HttpCall): Promise<Reply> {
  const { tenantId } = await sendFields(call, add, names, {}, newTenant)
  return { json: { tenant: { id: tenantId } } }
}

/**
 * PATCH /tenants/edit_ajax/:id with the fields that change; with `version`, only if nobody has changed the company since. Products that `products`
 * leaves out are switched off if `closing` names them.
 */
export async function patchTenant(call: HttpCall): Promise<Reply> {
  const {
    id: tenantId,
    users: _users,
    zones: _zones,
    sites: _sites,
    ...kept
  } = await ask(call, read, { tenantId: pathId(call) })
  const { version } = await sendFields(call, edit, names, { tenantId }, kept)
  return { json: { tenant: { id: tenantId, version } } }
}

/** DELETE /tenants/delete/:id: 409 with `case`, and users, zones and sites in lists, while any of them depends on the company. */
export async function deleteTenant(call: HttpCall): Promise<Reply> {
  const tenantId = pathId(call)
  const { version } = await ask(call, read, { tenantId })
  try {
    await sendCommand(call, remove, { tenantId, version })
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.code !== 'tenant-in-use') throw error
    const lists = {
      users: firstDependants(error.refusal, 'user'),
      zones: firstDependants(error.refusal, 'zone'),
      sites: firstDependants(error.refusal, 'site'),
    }
    throw new HttpRefused(409, error.refusal, { case: 'Users, Zones, Sites', ...lists })
  }
  return { json: { tenant: { id: tenantId } } }
}

const sitesQuery = z.strictObject({ tenantId: count.optional(), page: count.optional() })

/** GET /tenants/getListofSites: sites with the companies whose zones they are in, a thousand a page; of one company with tenantId. */
export async function getTenantSites(call: HttpCall): Promise<Reply> {
  const found = await ask(call, sites, defined(readQuery(call, sitesQuery)))
  return { json: { sites: found.sites, meta: { record_count: found.recordCount } } }
}

const prefixBody = z.strictObject({ tenant_prefix: z.string().trim().min(1).max(10) })

/** POST /tenants/getTenantIdFromPrefix/ with { tenant_prefix }: { id }, or 404. Public, limited by address. */
export async function postTenantIdFromPrefix(call: HttpCall): Promise<Reply> {
  const { tenant_prefix: prefix } = readBody(call, prefixBody)
  await limitAddress(call, 'tenancy.tenantIdFromPrefix', { points: 30, seconds: 60 })
  const id = await withRetry(() => tenantIdFromPrefix(call.context.knex, prefix))
  if (id === null) throw refused({ code: 'not-found' })
  return { json: { id } }
}
