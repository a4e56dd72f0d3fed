import { createHash, randomBytes } from 'node:crypto'

const name = 'registering'
const seconds = 7 * 24 * 3_600

/** A secret of the browser that registered: with it, the link in the mail logs in without the password. */
export interface RegisteringBrowser {
  readonly value: string
  /** Hex of the SHA-256. */
  readonly hash: string
}

const hashOf = (value: string): string => createHash('sha256').update(`registering:${value}`).digest('hex')

/**
 * Returns what a link keeps of the browser and the password that it was sent for. Another registration with the address
 * replaces the password; then no browser finishes the registration without it.
 */
export function registeredWith(browser: string, passwordHash: string): string {
  return createHash('sha256').update(`${browser} ${passwordHash}`).digest('hex')
}

export function newRegisteringBrowser(): RegisteringBrowser {
  const value = randomBytes(32).toString('base64url')
  return { value, hash: hashOf(value) }
}

/** Set-Cookie of the browser that registers; '' removes it. Only calls of our own pages carry it. */
export function registeringCookie(value: string, plain: boolean): string {
  const age = value === '' ? 0 : seconds
  return `${name}=${value}; Path=/users; HttpOnly; SameSite=Strict; Max-Age=${age}${plain ? '' : '; Secure'}`
}

/** Returns the hash of the value in a Cookie header, or null. */
export function registeringHashOf(header: string | undefined): string | null {
  const value = new RegExp(`(?:^|; ?)${name}=([\\w-]{43})(?:;|$)`).exec(header ?? '')?.[1]
  return value === undefined ? null : hashOf(value)
}
