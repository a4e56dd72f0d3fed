import * as z from 'zod'
import { withRetry } from '../../db/retry.ts'
import { type HttpCall, limitAddress, type Reply, readBody } from '../http/call.ts'
import { refused } from '../kernel/bus/refuse.ts'
import { tenantIdFromPrefix } from '../tenancy/tenant-id-from-prefix.ts'

const body = z.strictObject({ tenant_prefix: z.string().trim().min(1).max(10) })

/** POST /tenants/getTenantIdFromPrefix/ with { tenant_prefix }: { id }, or 404. Public, limited by address. */
export async function postTenantIdFromPrefix(call: HttpCall): Promise<Reply> {
  const { tenant_prefix: prefix } = readBody(call, body)
  await limitAddress(call, 'tenancy.tenantIdFromPrefix', { points: 30, seconds: 60 })
  const id = await withRetry(() => tenantIdFromPrefix(call.context.knex, prefix))
  if (id === null) throw refused({ code: 'not-found' })
  return { json: { id } }
}
