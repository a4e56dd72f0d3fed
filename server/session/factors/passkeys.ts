import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import type { Knex } from 'knex'
import { fn } from 'objection'
import { Passkey } from '../../../db/models/people.ts'
import type { RelyingParty } from './relying-party.ts'

/** How many passkeys a person may have. */
export const maxPasskeys = 20

/** Returns what the browser passes to an authenticator: any passkey of this portal, unlocked by PIN, finger or face. */
export function passkeyRequest({ id }: RelyingParty): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({ rpID: id, userVerification: 'required' })
}

/**
 * Checks what a passkey signed and returns it; null if it is unknown, signed something else, was not unlocked by its
 * owner, or is a copy (its counter did not grow). Its row stays locked until the commit.
 */
export async function checkPasskey(
  trx: Knex.Transaction,
  response: AuthenticationResponseJSON,
  challenge: string | null,
  party: RelyingParty,
): Promise<Passkey | null> {
  if (challenge === null) return null
  const passkey = await Passkey.query(trx).findOne({ credential_id: response.id }).forUpdate()
  if (!passkey || !isOwners(response, passkey)) return null
  const signed = await verify(response, challenge, party, passkey)
  if (!signed) return null
  const { newCounter, credentialBackedUp } = signed
  await Passkey.query(trx)
    .findById(passkey.id)
    .patch({ counter: newCounter, synced: credentialBackedUp, lastUsedAt: fn.now() })
  return passkey
}

function isOwners({ response }: AuthenticationResponseJSON, { userHandle }: Passkey): boolean {
  return response.userHandle === undefined || response.userHandle === userHandle
}

/** The library throws when something does not match: challenge, origin, flags, counter, signature. */
async function verify(
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  { id, origins }: RelyingParty,
  { credentialId, publicKey, counter }: Passkey,
) {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo : null
  } catch {
    return null
  }
}
