import { keyOfStep, stepMinutes } from './sign-in-steps.ts'

const flags = 'Path=/; HttpOnly; SameSite=Strict'
const plainName = 'sign-in'
const secureName = '__Host-sign-in'

/** Set-Cookie of the step that a browser must still do to sign in. `plain` as for sessions: http on this machine. */
export function stepCookie(value: string, plain: boolean): string {
  return `${named(value, plain)}; Max-Age=${stepMinutes * 60}`
}

/** Set-Cookie that removes it. */
export function clearedStepCookie(plain: boolean): string {
  return `${named('', plain)}; Max-Age=0`
}

function named(value: string, plain: boolean): string {
  return plain ? `${plainName}=${value}; ${flags}` : `${secureName}=${value}; ${flags}; Secure`
}

/** Returns the key of the step in a Cookie header; null without one of the right form. */
export function stepKeyOf(header: string | undefined, { plain }: { plain: boolean }): Buffer | null {
  const wanted = plain ? plainName : secureName
  for (const part of (header ?? '').split(';')) {
    const [name, value] = part.trim().split('=', 2)
    if (name === wanted && value && /^[A-Za-z0-9_-]{43}$/.test(value)) return keyOfStep(value)
  }
  return null
}
