import { type Feature, mayAccess, type Role } from '../../contract/features.ts'
import { type PageEntry, pageOf } from './pages.ts'

/** What the guard and the navigation need to know about the person. */
export interface GuardSession {
  readonly state: 'anonymous' | 'active'
  readonly role: Role | null
  readonly features: readonly Feature[]
}

export type Verdict =
  | { readonly kind: 'pass' }
  | { readonly kind: 'login'; readonly redirect: string }
  | { readonly kind: 'admin' }
  | { readonly kind: 'denied' }

/**
 * Whether this location may be opened. Public paths pass, and so do unknown ones (they show the not-found page). Without a session: login, with the
 * way back. An admin in the portal: out, to the admin address. Without any needed feature: denied, the person stays on the previous page (NAV-6).
 */
export function guard(
  location: { readonly pathname: string; readonly href: string },
  session: GuardSession,
  app: 'portal' | 'admin',
  among: readonly PageEntry[],
): Verdict {
  if (session.state === 'active' && session.role === 'Admin' && app === 'portal') return { kind: 'admin' }
  const page = pageOf(location.pathname, among)
  if (page === undefined || page.access === 'public') return { kind: 'pass' }
  if (session.state !== 'active') return { kind: 'login', redirect: location.href }
  return mayAccess(page.access, new Set(session.features)) ? { kind: 'pass' } : { kind: 'denied' }
}

/** A host that no address has, to see whether one leads elsewhere. */
const thisHost = 'http://this.invalid'

/**
 * Returns a safe redirect from the address, as the URL parser reads it: only paths of this host, never another host or
 * the login itself. Whatever decodes the path once more finds no other host either.
 */
export function safeRedirect(target: string | undefined): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, thisHost)) return null
  const { origin, pathname, search, hash } = new URL(target, thisHost)
  if (origin !== thisHost || /^(\/|\\|%2f|%5c|%09|%0a|%0d)/i.test(pathname.slice(1))) return null
  return /^\/users\/(login|register|register_link)(\/|$)/i.test(pathname) ? null : pathname + search + hash
}

/** Addresses of earlier versions, for the way on from the not-found page. */
const moved: Readonly<Record<string, string>> = {
  '/login': '/users/login',
  '/index': '/',
  '/dashboard': '/malfunctions',
  '/zones/dashboard': '/malfunctions',
  '/remote': '/smart-remote',
  '/smartremote': '/smart-remote',
  '/parkinglots': '/devices',
  '/help': '/faq',
}

/** Returns the target of an old bookmark: its new address, else the nearest existing parent page, else the start page. */
export function newLinkFor(pathname: string, among: readonly PageEntry[]): string {
  const clean = pathname.toLowerCase().replace(/\/+$/, '')
  const known = moved[clean]
  if (known !== undefined && pageOf(known, among)) return known
  for (let path = clean; path.length > 1; path = path.slice(0, path.lastIndexOf('/'))) {
    if (path !== clean && pageOf(path, among)) return path
  }
  return '/'
}
