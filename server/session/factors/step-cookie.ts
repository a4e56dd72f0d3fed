import { valueCookie } from '../value-cookie.ts'
import { stepMinutes } from './sign-in-steps.ts'

/** Binds the step that a browser must still do to sign in. */
export const stepCookie = valueCookie('sign-in', { sameSite: 'Strict', seconds: stepMinutes * 60 })
