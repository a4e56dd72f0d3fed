import { type Feature, mayAccess, type Role } from '../../contract/features.ts'
import { type PageEntry, pageOf } from './pages.ts'

/** What the guard and the navigation must know about whoever sits there. */
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
 * May this location be opened? Public paths pass and unknown ones too (they show the not-found page). Without a session: login, with the
 * way back. An admin in the portal: out, to the admin address. Without any needed feature: denied, one stays where one was (NAV-6).
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

/** A redirect that came in the address: only paths of this very host, never another host or the login itself. */
export function safeRedirect(target: string | undefined): string | null {
  if (target === undefined || !/^\/(?![/\\])/.test(target) || target.includes('\\')) return null
  return target.startsWith('/users/login') ? null : target
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

/** Where somebody with an old bookmark wants to go: its new address, else the nearest page above it that exists, else the start. */
export function newLinkFor(pathname: string, among: readonly PageEntry[]): string {
  const clean = pathname.toLowerCase().replace(/\/+$/, '')
  const known = moved[clean]
  if (known !== undefined && pageOf(known, among)) return known
  for (let path = clean; path.length > 1; path = path.slice(0, path.lastIndexOf('/'))) {
    if (path !== clean && pageOf(path, among)) return path
  }
  return '/'
}
