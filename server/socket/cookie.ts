import { type App, hashOf } from '../session/cookie.ts'

/** Names of the session cookie: with the __Host- prefix over https, plain on http localhost. */
export const cookieNames = ['__Host-sid', 'sid'] as const

/**
 * Returns the hash of the session value in a Cookie header for an application, or null without one of the right form. With `secure`
 * (the portal's address is https) only the __Host- cookie counts: a neighbouring subdomain could set the plain one, to
 * sign somebody in as somebody else.
 */
export function sessionHashOf(header: string | undefined, app: App, { secure = false } = {}): Buffer | null {
  if (!header) return null
  for (const name of secure ? cookieNames.slice(0, 1) : cookieNames) {
    for (const part of header.split(';')) {
      const [key, value] = part.trim().split('=', 2)
      if (key === name && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return hashOf(value, app)
    }
  }
  return null
}
