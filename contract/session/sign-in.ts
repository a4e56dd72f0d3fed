import * as z from 'zod'

/** What a browser sends that an authenticator made: base64url, checked by the server's library. */
const encoded = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]*$/)

/** The assertion of a passkey: somebody signs in, or confirms who they are. */
export const passkeyAssertion = z.strictObject({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.strictObject({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
})

/** The attestation of a new passkey. */
export const passkeyAttestation = z.strictObject({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.strictObject({
    clientDataJSON: encoded,
    attestationObject: encoded,
    authenticatorData: encoded.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    publicKeyAlgorithm: z.number().int().optional(),
    publicKey: encoded.optional(),
  }),
})

/** Six digits of an authenticator app, or a recovery code. */
export const factorCode = z.string().trim().min(6).max(40)

/** POST /users/login/second-factor, /users/login/set-up-factor/confirm. */
export const codeInput = z.strictObject({ code: factorCode })
/** POST /users/login/passkey. */
export const passkeyInput = z.strictObject({ response: passkeyAssertion })

/** POST /users/confirm-identity: one of the three. */
export const confirmInput = z.union([
  z.strictObject({ password: z.string().min(1).max(1024) }),
  codeInput,
  passkeyInput,
])

/** What each step of signing in may refuse, besides what a login refuses. */
export const signInRefusals = ['code-wrong', 'sign-in-step-expired', 'passkey-refused'] as const
