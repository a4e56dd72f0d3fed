import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { addPasskey } from '../../contract/session/security.ts'
import { Passkey, Session } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { queueAccountNotice } from '../messages/queue-account-notice.ts'
import { maxPasskeys } from './factors/passkeys.ts'
import { firstRecoveryCodes } from './factors/recovery-codes.ts'
import { type RelyingParty, relyingParty } from './factors/relying-party.ts'
import { stepOfSession, takeStep } from './factors/sign-in-steps.ts'
import { requireFresh } from './require-fresh.ts'

/** Keeps the passkey that an authenticator made for the offer of this session, which counts once. */
export default handle(addPasskey, async ({ input, actor, trx, now, refuse, context }) => {
  await requireFresh(trx, actor, now, refuse)
  const { userId, sessionId, app } = actor
  const offer = await takeStep(trx, stepOfSession(sessionId), 'passkey')
  if (!offer?.challenge || !offer.userHandle || offer.userId !== userId) return refuse.keeping('sign-in-step-expired')
  const response = input.response as RegistrationResponseJSON
  const made = await verify(response, offer.challenge, relyingParty(context.addresses, app))
  if (!made) return refuse.keeping('passkey-refused')
  const { id, publicKey, counter, transports = [] } = made.credential
  const count = await Passkey.query(trx).where({ user_id: userId }).resultSize()
  if (count >= maxPasskeys) return refuse('too-many-passkeys', { max: maxPasskeys })
  const passkey: { id?: number } = await Passkey.query(trx)
    .insert({
      userId,
      credentialId: id,
      userHandle: offer.userHandle,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: [...transports],
      name: input.name,
      synced: made.credentialBackedUp,
    })
    .onConflict('credential_id')
    .ignore()
  if (passkey.id === undefined) return refuse.keeping('passkey-refused')
  await Session.query(trx).findById(Buffer.from(sessionId, 'hex')).patch({ secondFactor: true })
  await queueAccountNotice(trx, userId, 'passkey-added', now, { sessionId })
  return { passkeyId: passkey.id, recoveryCodes: await firstRecoveryCodes(trx, userId) }
})

/** The library throws when something does not match: challenge, origin, flags, key. */
async function verify(response: RegistrationResponseJSON, expectedChallenge: string, { id, origins }: RelyingParty) {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: [...origins],
      expectedRPID: id,
      requireUserVerification: true,
    })
    return registrationInfo ?? null
  } catch {
    return null
  }
}
