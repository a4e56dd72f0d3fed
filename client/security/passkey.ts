import type * as browser from '@simplewebauthn/browser'
import * as z from 'zod'
import { passkeyAssertion, passkeyAttestation } from '../../contract/session/sign-in.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const library = lazyPart(
  () => import('@simplewebauthn/browser'),
  (module) => module,
)

/** What a browser passes to an authenticator, as the portal sends it. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })
export type PasskeyOptions = z.output<typeof passkeyOptions>

/** cancelled = the person closed the browser's dialog, or nothing fitted; known = the authenticator has one already. */
export type PasskeyResult<R> =
  | { readonly ok: true; readonly response: R }
  | { readonly ok: false; readonly why: 'cancelled' | 'known' | 'impossible' }

/** Returns whether the browser knows passkeys, and the address is one for which they can be made. */
export function passkeysPossible(): boolean {
  const { hostname } = window.location
  return window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(hostname)
}

/** Has a passkey sign; with `autofill` the browser offers it in the field for the name, until another request. */
export function signWithPasskey(
  options: PasskeyOptions,
  { autofill = false } = {},
): Promise<PasskeyResult<z.output<typeof passkeyAssertion>>> {
  return attempt(passkeyAssertion, async ({ startAuthentication }) =>
    startAuthentication({ optionsJSON: options as never, useBrowserAutofill: autofill }),
  )
}

/** Has an authenticator make a passkey. */
export function makePasskey(options: PasskeyOptions): Promise<PasskeyResult<z.output<typeof passkeyAttestation>>> {
  return attempt(passkeyAttestation, async ({ startRegistration }) =>
    startRegistration({ optionsJSON: options as never }),
  )
}

/** Returns whether the browser offers passkeys in the field for the name. */
export async function autofillPossible(): Promise<boolean> {
  return passkeysPossible() && (await (await library.load()).browserSupportsWebAuthnAutofill())
}

/** Withdraws a request that waits in the field for the name. */
export function withdrawAutofill(): void {
  library.loaded?.WebAuthnAbortService.cancelCeremony()
}

type Library = typeof browser

async function attempt<S extends z.ZodType>(
  shape: S,
  run: (library: Library) => Promise<unknown>,
): Promise<PasskeyResult<z.output<S>>> {
  try {
    const response = await run(await library.load())
    return { ok: true, response: shape.parse(plain(response)) }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'InvalidStateError') return { ok: false, why: 'known' }
    if (name === 'NotAllowedError' || name === 'AbortError') return { ok: false, why: 'cancelled' }
    return { ok: false, why: 'impossible' }
  }
}

/** Without undefined parts. */
function plain(response: unknown): unknown {
  return JSON.parse(JSON.stringify(response))
}
