import * as z from 'zod'
import { type HttpCall, type Reply, readQuery } from '../http/call.ts'
import { type Document, readInclude, resource, toDocument, toMany } from '../http/jsonapi.ts'
import { isSecure } from '../kernel/context.ts'
import type { Browser } from '../session/begin-session.ts'
import { plainCookie, sessionCookie } from '../session/cookie.ts'
import { browserCookie, browserHash, rememberBrowser } from '../session/known-browsers.ts'
import { type LoggedIn, readLoggedIn } from './logged-in.ts'

const loginQuery = z.strictObject({ include: z.string().max(255).optional() })
const includes = ['roles', 'tenants', 'zones'] as const
type Include = ReadonlySet<(typeof includes)[number]>

/** Reads ?include of a call that signs in. Throws Refused. */
export function includeOf(call: HttpCall): Include {
  return readInclude(readQuery(call, loginQuery).include, includes)
}

/** Sets the cookies of a session that began and of its browser, and replies with its user: JSON:API with meta.sessionTenant. */
export async function sessionStarted(
  call: HttpCall,
  { value, userId }: { readonly value: string; readonly userId: number },
  meta: Readonly<Record<string, unknown>> = {},
): Promise<Reply> {
  const include = includeOf(call)
  const user = await readLoggedIn(call.context.knex, userId)
  await setSessionCookies(call, { value, userId })
  return { document: loginDocument(user, include, meta) }
}

/** Sets the cookies of a session that began and of its browser, by which the account knows it from now on. */
export async function setSessionCookies(
  call: HttpCall,
  { value, userId }: { readonly value: string; readonly userId: number },
): Promise<void> {
  const plain = cookiesPlain(call)
  const given = browserCookie.read(call.request.get('cookie'), plain)
  const browser = await rememberBrowser(call.context.knex, userId, given)
  call.response.append('Set-Cookie', sessionCookie(value, plain))
  call.response.append('Set-Cookie', browserCookie.set(browser, plain))
}

/** The browser of a call, for its new session. */
export function browserOf(call: HttpCall): Browser {
  const { app, address, request, sessionHash } = call
  return { app, address, userAgent: request.get('user-agent') ?? null, before: sessionHash, known: knownBrowser(call) }
}

/** Returns the hash of the cookie by which an account may know the browser of a call. */
export function knownBrowser(call: HttpCall): Buffer | null {
  const value = browserCookie.read(call.request.get('cookie'), cookiesPlain(call))
  return value === null ? null : browserHash(value)
}

/** Returns whether cookies go without __Host- and Secure: http on this machine. */
export function cookiesPlain({ request, context }: HttpCall): boolean {
  return plainCookie(request.secure || isSecure(context.addresses), request.hostname)
}

function loginDocument(user: LoggedIn, include: Include, meta: Readonly<Record<string, unknown>>): Document {
  const { roles, tenants, zones, sessionTenant, ...attributes } = user
  const lists = { roles, tenants, zones }
  const relationships = Object.fromEntries(includes.map((name) => [name, toMany(name, lists[name])]))
  const included = [...include].flatMap((name) => lists[name].map((row) => resource(name, row)))
  return toDocument(resource('users', attributes, relationships), {
    included: include.size > 0 ? included : undefined,
    meta: { sessionTenant, ...meta },
  })
}
