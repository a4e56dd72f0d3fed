import { subscribe } from 'valtio'
import { adoptUserLanguage, t } from '../i18n/i18n.ts'
import { logout, session } from '../stores/session.ts'
import { theme } from '../theme/current.ts'
import { notify } from '../ui/notify.tsx'
import { config } from './config.ts'
import { type GuardSession, guard, safeRedirect } from './guard.ts'
import { homePath } from './navigation.ts'
import type { PageEntry } from './pages.ts'

/** What the flow needs of the router: given once at start, so that nothing here imports routes. */
interface Way {
  readonly pages: readonly PageEntry[]
  /** Path with search of the location on screen. */
  here(): string
  go(href: string): Promise<void>
  /** Asks the guard again about the page on screen. */
  recheck(): Promise<void>
}

let way: Way | undefined
/** Set while the person himself logs out: the end of that session is no expiry. */
let leaving = false

export function guardSession(): GuardSession {
  return {
    state: session.state === 'active' ? 'active' : 'anonymous',
    role: session.user?.role ?? null,
    features: [...session.features],
  }
}

/** The login page with the way back to `from`. */
export const loginAddress = (from: string): string =>
  safeRedirect(from) === null || from === '/' ? '/users/login' : `/users/login?redirect=${encodeURIComponent(from)}`

/** Ends the session at the server; false when it did not answer, then the person is still signed in and told so. */
async function leave(): Promise<boolean> {
  leaving = true
  const answer = await logout()
  notify.clear()
  if (!answer.ok) {
    leaving = false
    notify.refusal(answer.refusal)
  }
  return answer.ok
}

/** The person logs out: the session ends at the server, the start page remains. */
export async function logOut(): Promise<void> {
  if (!(await leave())) return
  await way?.go('/')
  notify.info(t('shell.loggedOut'))
}

/** An admin in the portal: out here, on to the admin address (NAV-6). */
export async function moveAdmin(): Promise<void> {
  if (!(await leave())) return
  notify.warning(t('shell.adminMove.text'))
  window.location.assign(`${config.current.adminUrl}/users/login`)
}

/** The session ended without the person: toasts away, a warning for 10 s, login with the way back (ACC-6). */
async function expired(): Promise<void> {
  notify.clear()
  notify.warning(t('refusal.session-expired'), {
    title: t('shell.expired.title'),
    displayMs: 10_000,
    id: 'session-expired',
  })
  if (way && !way.here().startsWith('/users/login')) await way.go(loginAddress(way.here()))
}

async function begun(): Promise<void> {
  const user = session.user
  if (user === null) return
  theme.tenant = user.theme
  await adoptUserLanguage(user.language)
  const here = new URL(way?.here() ?? '/', 'http://this.host')
  if (here.pathname !== '/users/login') return
  notify.clear()
  const target = safeRedirect(here.searchParams.get('redirect') ?? undefined)
  await way?.go(target ?? homePath(user.role, session.features, way?.pages ?? []))
}

/** Follows the session: takes over language and theme at login and goes where the person wanted; at its end to the login; rights that change are checked at once. */
export function followSession(given: Way): void {
  way = given
  let before = session.state
  let rights = JSON.stringify(session.features)
  if (session.state === 'active') {
    theme.tenant = session.theme
    if (session.user) void adoptUserLanguage(session.user.language)
  }
  subscribe(session, () => {
    const now = session.state
    const held = JSON.stringify(session.features)
    const [was, had] = [before, rights]
    before = now
    rights = held
    if (now === 'active' && was !== 'active') void begun()
    else if (now === 'anonymous' && was === 'active') {
      theme.tenant = null
      if (!leaving) void expired()
      leaving = false
    } else if (now === 'active' && held !== had) void way?.recheck()
  })
}

/** The guard's verdict about a location, for the session as it is now. */
export const verdictOn = (location: { pathname: string; href: string }, pages: readonly PageEntry[]) =>
  guard(location, guardSession(), config.current.app, pages)
