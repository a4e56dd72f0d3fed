import * as z from 'zod'
import { loginInput } from '../../contract/session.ts'
import { type HttpCall, type Reply, readQuery } from '../http/call.ts'
import { type Document, readAttributes, readInclude, resource, toDocument, toMany } from '../http/jsonapi.ts'
import { passedOn } from '../kernel/bus/refuse.ts'
import { isSecure } from '../kernel/context.ts'
import { plainCookie, sessionCookie } from '../session/cookie.ts'
import { login } from '../session/login.ts'
import { type LoggedIn, readLoggedIn } from './logged-in.ts'

const loginQuery = z.strictObject({ include: z.string().max(255).optional() })

/** POST /users/login?include=roles,tenants,zones: creates the session, returns the user and meta.sessionTenant. */
export async function postLogin(call: HttpCall): Promise<Reply> {
  const include = readInclude(readQuery(call, loginQuery).include, includes)
  const { context, request, response } = call
  const input = readAttributes(call.body, { type: 'users', attributes: loginInput })
  const { app, address, sessionHash: before, edge } = call
  const from = { app, address, userAgent: request.get('user-agent') ?? null, before }
  const result = await login({ ...context, loginLimits: edge.loginLimits }, { ...input, ...from })
  if (!result.ok) throw passedOn(result.refusal)
  const user = await readLoggedIn(context.knex, result.userId)
  const cookie = plainCookie(request.secure || isSecure(context.addresses), request.hostname)
  response.append('Set-Cookie', sessionCookie(result.value, cookie))
  return { document: loginDocument(user, include) }
}

const includes = ['roles', 'tenants', 'zones'] as const

export function loginDocument(user: LoggedIn, include: ReadonlySet<(typeof includes)[number]>): Document {
  const { roles, tenants, zones, sessionTenant, ...attributes } = user
  const lists = { roles, tenants, zones }
  const relationships = Object.fromEntries(includes.map((name) => [name, toMany(name, lists[name])]))
  const included = [...include].flatMap((name) => lists[name].map((row) => resource(name, row)))
  return toDocument(resource('users', attributes, relationships), {
    included: include.size > 0 ? included : undefined,
    meta: { sessionTenant },
  })
}
