import { valueCookie } from '../session/value-cookie.ts'
import { attemptMinutes } from './attempt.ts'

/** Binds an attempt to its browser. Lax: the provider sends the browser back by a link. */
export const attemptCookie = valueCookie('oidc', { sameSite: 'Lax', seconds: attemptMinutes * 60 })
