import * as z from 'zod'
import { activeAnnouncements } from '../../contract/messages.ts'
import { languages, myProducts, setLanguage } from '../../contract/session.ts'
import { ask, type HttpCall, type Reply, readBody, sendCommand } from '../http/call.ts'
import { resource, toDocument } from '../http/jsonapi.ts'
import { signOutAddress } from '../identity-providers/sign-out.ts'
import { clearedCookie } from '../session/cookie.ts'
import { logout } from '../session/logout.ts'
import { cookiesPlain } from './session-started.ts'

/**
 * POST /users/logout: ends the session and clears the cookie; 204 even without a session. After a sign-in through an
 * identity provider that offers a sign-out, 200 { address }: where the session there ends.
 */
export async function postLogout(call: HttpCall): Promise<Reply> {
  const { context, edge, request, response } = call
  const plain = cookiesPlain(call)
  const returnTo = `${plain ? 'http' : 'https'}://${request.host}/users/login`
  const needs = { knex: context.knex, log: context.log, discovered: edge.discovered }
  const address = await signOutAddress(needs, call.sessionHash, returnTo)
  await logout(context, call.sessionHash)
  response.append('Set-Cookie', clearedCookie(plain))
  return address === null ? { status: 204 } : { json: { address } }
}

/** GET /announcements/currentlyActive. */
export async function getActiveAnnouncements(call: HttpCall): Promise<Reply> {
  const rows = await ask(call, activeAnnouncements, {})
  return { document: toDocument(rows.map((row) => resource('announcements', row))) }
}

/** GET /users/me/products. */
export async function getMyProducts(call: HttpCall): Promise<Reply> {
  const rows = await ask(call, myProducts, {})
  return { document: toDocument(rows.map((row) => resource('products', row))) }
}

const languageBody = z.strictObject({
  language: z
    .string()
    .max(5)
    .transform((code) => code.toLowerCase().split(/[-_]/)[0])
    .pipe(z.enum(languages)),
})

/** PUT /users/setLanguage with { language }, an upper-case code such as 'DE'; 'de_DE' and 'de' are accepted too. */
export async function putLanguage(call: HttpCall): Promise<Reply> {
  const { language } = await sendCommand(call, setLanguage, readBody(call, languageBody))
  return { json: { language: language.toUpperCase() } }
}
