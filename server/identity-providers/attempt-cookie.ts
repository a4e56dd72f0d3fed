import { attemptMinutes } from './attempt.ts'

const nameOf = (plain: boolean) => (plain ? 'oidc' : '__Host-oidc')

/** Set-Cookie of an attempt. Lax: the provider sends the browser back by a link. */
export function attemptCookie(value: string, plain: boolean): string {
  return `${nameOf(plain)}=${value}; ${flags(plain)}; Max-Age=${attemptMinutes * 60}`
}

/** Set-Cookie that removes the cookie of an attempt. */
export function clearedAttemptCookie(plain: boolean): string {
  return `${nameOf(plain)}=; ${flags(plain)}; Max-Age=0`
}

const flags = (plain: boolean) => `Path=/; HttpOnly; SameSite=Lax${plain ? '' : '; Secure'}`

/** Returns the value in a Cookie header; null without one of the right form. */
export function attemptOf(header: string | undefined, plain: boolean): string | null {
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === nameOf(plain) && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return value
  }
  return null
}
