import { proxy, ref, subscribe } from 'valtio'
import * as z from 'zod'
import type { Feature, Role } from '../../contract/features.ts'
import type { Refusal } from '../../contract/refusals.ts'
import { type Language, type loginInput, type Me, sessionMe, setLanguage } from '../../contract/session.ts'
import { persistLanguageWith } from '../i18n/i18n.ts'
import { http, sessionExpiredWith } from '../link/http.ts'
import { pageLink, pageWatches } from '../link/page.ts'
import { send } from '../link/send.ts'
import { closeConnection, openConnection } from './connection.ts'

/** unknown = the server has not said yet whether there is a session. */
export type SessionState = 'unknown' | 'anonymous' | 'active'

/** Who is signed in. The source is the watched view 'session.me': role, features, balance and announcements change under an open screen. */
export const session = proxy<{
  state: SessionState
  user: Me | null
  role: Role | null
  features: readonly Feature[]
  theme: string | null
}>({ state: 'unknown', user: null, role: null, features: [], theme: null })

export type Done = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal<string> }

let release: (() => void) | null = null
let started = false

function follow(): void {
  if (release) return
  const { view, hold } = pageWatches().of(sessionMe, {})
  const read = () => {
    for (const { view: row } of view.rows('me').values()) if (row !== null) show(row)
  }
  const off = view.onRows('me', read)
  const letGo = hold()
  release = () => {
    off()
    letGo()
  }
}

function show(user: Me): void {
  Object.assign(session, {
    state: 'active',
    user: ref(user),
    role: user.role,
    features: user.features,
    theme: user.theme,
  } satisfies typeof session)
}

/** Clears the session and everything shown with it. */
function end(): void {
  release?.()
  release = null
  closeConnection()
  Object.assign(session, {
    state: 'anonymous',
    user: null,
    role: null,
    features: [],
    theme: null,
  } satisfies typeof session)
}

/** Starts once: the handshake by cookie shows whether there is a session, and is retried until the server responds. */
export function startSession(): void {
  if (started) return
  started = true
  pageLink().on((moment) => moment === 'EXPIRED' && end())
  sessionExpiredWith(end)
  persistLanguageWith(keepLanguage)
  openConnection()
  follow()
}

/** Resolves once it is known whether there is a session; after `withinMs` in any case, with the state still 'unknown'. */
export function sessionReady(withinMs = 15_000): Promise<SessionState> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.state === 'unknown') return
      clearTimeout(timer)
      off()
      resolve(session.state)
    }
    const off = subscribe(session, look)
    const timer = setTimeout(() => {
      off()
      resolve(session.state)
    }, withinMs)
    look()
  })
}

/** The reply of a call that began a session. */
export const loginAnswer = z.object({ data: z.object({ type: z.literal('users'), id: z.string() }) })

/** Logs in over HTTP, then follows the session over the socket. Refusals: contract/session.ts loginRefusals, no-answer. */
export async function login(name: string, password: string): Promise<Done> {
  const attributes: z.input<typeof loginInput> = { login: name, password }
  const answer = await http('POST', '/users/login?include=roles,tenants,zones', {
    body: { data: { type: 'users', attributes } },
    answer: loginAnswer,
  })
  if (!answer.ok) return { ok: false, refusal: answer.refusal }
  await followNewSession()
  return { ok: true }
}

/** Follows the session of a new cookie, over a new connection. */
export async function followNewSession(): Promise<void> {
  end()
  session.state = 'unknown'
  openConnection()
  follow()
  await sessionReady()
}

/** The person ended the account, and the session with it. */
export function sessionEnded(): void {
  end()
}

const logoutAnswer = z.object({ address: z.string() }).optional()

/**
 * Logs out. Without a response the session stays: somebody who believes to be signed out must be. `address` = where the
 * session at the identity provider ends, if one began this session.
 */
export async function logout(): Promise<Done & { readonly address?: string }> {
  const answer = await http('POST', '/users/logout', { answer: logoutAnswer })
  if (!answer.ok && answer.error.status !== 401) return { ok: false, refusal: answer.refusal }
  end()
  return answer.ok && answer.body ? { ok: true, address: answer.body.address } : { ok: true }
}

/** Stores the language with the user, and returns whether it is stored; a failure is only logged. */
async function keepLanguage(language: Language): Promise<boolean> {
  if (session.state !== 'active') return false
  if (session.user?.language === language) return true
  const answer = await send(setLanguage, { language })
  // oxlint-disable-next-line no-console -- a language that was not kept is logged and nothing more (specification, section 7)
  if (!answer.ok) console.warn(`cannot store the language: ${answer.refusal.code}`)
  return answer.ok
}
