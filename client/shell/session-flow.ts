import { subscribe } from 'valtio'
import { enterCompany, type Me } from '../../contract/session.ts'
import { chosenAddress, readChosen } from '../chosen-place/chosen-place.ts'
import { adoptUserLanguage, t } from '../i18n/i18n.ts'
import { send } from '../link/send.ts'
import { logout, session, sessionEnded } from '../stores/session.ts'
import { theme } from '../theme/current.ts'
import { notify } from '../ui/notify.tsx'
import { config } from './config.ts'
import { type GuardSession, guard, safeRedirect } from './guard.ts'
import { chosenHome, homePath } from './navigation.ts'
import type { PageEntry } from './pages.ts'

/** What the flow needs of the router: set once at the start, so that nothing here imports routes. */
interface Way {
  readonly pages: readonly PageEntry[]
  /** Path with search of the current location. */
  here(): string
  go(href: string): Promise<void>
  /** Runs the guard again for the current page. */
  recheck(): Promise<void>
}

let way: Way | undefined
/** Set while the person logs out: the end of that session is no expiry. */
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

/**
 * Ends the session at the server; false without a response, then the person is still signed in and is told so. Otherwise
 * returns where the session at the identity provider ends, or true.
 */
async function leave(): Promise<boolean | string> {
  leaving = true
  const answer = await logout()
  notify.clear()
  if (!answer.ok) {
    leaving = false
    notify.refusal(answer.refusal)
  }
  return answer.ok && (answer.address ?? true)
}

/** Logs out: the session ends at the server, and at the identity provider that began it; the start page remains. */
export async function logOut(): Promise<void> {
  const left = await leave()
  if (!left) return
  if (typeof left === 'string') return window.location.assign(left)
  await way?.go('/')
  notify.info(t('shell.loggedOut'))
}

/** Sends what ends the account, and so the session: its end is not warned of. Then the start page remains. */
export async function endAccount<A extends { readonly ok: boolean }>(work: () => Promise<A>): Promise<A> {
  leaving = true
  const answer = await work()
  if (!answer.ok) {
    leaving = false
    return answer
  }
  sessionEnded()
  notify.clear()
  await way?.go('/')
  return answer
}

/** An admin in the portal: out here, on to the admin address (NAV-6). */
export async function moveAdmin(): Promise<void> {
  if (!(await leave())) return
  notify.warning(t('shell.adminMove.text'))
  window.location.assign(`${config.current.adminUrl}/users/login`)
}

/** The session expired: clears toasts, warns for 10 s, goes to login with the way back (ACC-6). */
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
  if (!/^\/users\/(login|register)(\/|$)/.test(here.pathname)) return
  notify.clear()
  const company = here.pathname.split('/')[3]
  if (company) await send(enterCompany, { path: company.slice(0, 45) })
  await goOn(safeRedirect(here.searchParams.get('redirect') ?? undefined))
}

/** Goes where the person wanted to go before the login: to `target`, to what they chose, else to their first page. */
export async function goOn(target: string | null = null): Promise<void> {
  const user = session.user
  if (user === null) return
  const chosen = readChosen()
  await way?.go(target ?? (chosen ? chosenAddress(chosen) : await firstPage(user)))
}

/** The page after the login: the one that the person chose, what an installation still needs, for its admins, else the first page of the person's work. */
async function firstPage({ role, initialPage }: Pick<Me, 'role' | 'initialPage'>): Promise<string> {
  const pages = way?.pages ?? []
  const chosen = chosenHome(initialPage, guardSession(), config.current.app, pages)
  if (chosen !== null) return chosen
  const home =
    role === 'Admin' ? await import('./admin-home.ts').then(({ setupHome }) => setupHome()).catch(() => null) : null
  return home ?? homePath(role, session.features, pages)
}

/** Follows the session: applies language and theme at login and goes to the wanted page; goes to the login at its end; checks changed rights at once. */
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
    } else if (now === 'active') {
      theme.tenant = session.theme
      if (held !== had) void way?.recheck()
    }
  })
}

/** The guard's verdict on a location, for the current session. */
export const verdictOn = (location: { pathname: string; href: string }, pages: readonly PageEntry[]) =>
  guard(location, guardSession(), config.current.app, pages)
