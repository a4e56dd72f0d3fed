import { createHash, randomBytes } from 'node:crypto'

/** Portal and administration have sessions of their own. */
export type App = 'portal' | 'admin'

/** A session lasts 30 days at most, used or not. */
export const sessionDays = 30

export interface SessionValue {
  /** Stored by the browser: 256 random bits, base64url. */
  readonly value: string
  /** Stored in the database. */
  readonly hash: Buffer
}

export function newSessionValue(app: App): SessionValue {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashOf(value, app) }
}

/**
 * Returns the hash that identifies a session. It includes the application, so that a value works only at the address
 * that issued it: at the other one no call, handshake or command finds the session.
 */
export function hashOf(value: string, app: App): Buffer {
  return createHash('sha256').update(`${app}:${value}`).digest()
}

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/i

/**
 * Browsers store no Secure cookie from http, so on http to this machine the cookie has no __Host- prefix and no Secure.
 */
export function plainCookie(secure: boolean, hostname: string): boolean {
  return !secure && loopback.test(hostname)
}

/** Set-Cookie of a session. No Domain: portal and admin host each have their own. */
export function sessionCookie(value: string, plain: boolean): string {
  return `${nameAndFlags(value, plain)}; Max-Age=${sessionDays * 86_400}`
}

/** Set-Cookie that removes the session cookie. */
export function clearedCookie(plain: boolean): string {
  return `${nameAndFlags('', plain)}; Max-Age=0`
}

function nameAndFlags(value: string, plain: boolean): string {
  const flags = 'Path=/; HttpOnly; SameSite=Lax'
  return plain ? `sid=${value}; ${flags}` : `__Host-sid=${value}; ${flags}; Secure`
}
