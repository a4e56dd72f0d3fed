import type { AppConfig } from '../../contract/session.ts'
import { theme } from '../theme/current.ts'
import { tabStorage } from '../ui/tab-storage.ts'

/** The server's public settings; these are the defaults until they are loaded. */
export const config: { current: AppConfig } = {
  current: {
    version: '',
    wireVersion: 0,
    theme: 'holdfast',
    app: 'portal',
    adminUrl: '',
    portalUrl: '',
    setupNeeded: false,
    signIn: null,
    links: { faq: '', imprint: '', support: '' },
    map: null,
    mailFolder: null,
    demo: [],
  },
}

const key = 'company page'

/**
 * Returns the address of the company's login page that a page belongs to, or null: pages of a forgotten password and of a
 * registration's link belong to the one that this tab opened last.
 */
export function companyPage(pathname: string): string | null {
  if (/^\/users\/(login|register)\/./.test(pathname)) {
    tabStorage.set(key, pathname)
    return pathname
  }
  return /^\/users\/(password_reset|register_link)(\/|$)/.test(pathname) ? tabStorage.get<string>(key) : null
}

/** Loads /app-config.json and applies its theme. Throws if the server does not respond within 10 s, or not with the expected shape. */
export async function loadConfig(): Promise<AppConfig> {
  // Only the address of a company's login page matters. Other addresses may hold tokens, and have the preloaded answer.
  const { pathname } = window.location
  const page = companyPage(pathname)
  const search = page === null ? '' : `?page=${encodeURIComponent(page)}`
  const answer = await fetch(`/app-config.json${search}`, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new Error(`app-config.json: ${answer.status}`)
  config.current = (await answer.json()) as AppConfig
  theme.host = config.current.theme
  return config.current
}
