import { randomBytes } from 'node:crypto'
import { generateRegistrationOptions } from '@simplewebauthn/server'
import { offerPasskey } from '../../contract/session/security.ts'
import { Passkey, User } from '../../db/models/people.ts'
import { handle } from '../kernel/bus/handle.ts'
import { maxPasskeys } from './factors/passkeys.ts'
import { relyingParty } from './factors/relying-party.ts'
import { keepStep, stepOfSession } from './factors/sign-in-steps.ts'
import { requireFresh } from './require-fresh.ts'

/** Offers a passkey that authenticators find without a name, and unlock by PIN, finger or face. */
export default handle(offerPasskey, async ({ actor, trx, now, refuse, context }) => {
  await requireFresh(trx, actor, now, refuse)
  const { userId, app, sessionId, name } = actor
  const passkeys = await Passkey.query(trx).where({ user_id: userId }).orderBy('id')
  if (passkeys.length >= maxPasskeys) return refuse('too-many-passkeys', { max: maxPasskeys })
  const user = await User.query(trx).findById(userId).select('email').throwIfNotFound()
  const userHandle = passkeys[0]?.userHandle ?? randomBytes(32).toString('base64url')
  const options = await generateRegistrationOptions({
    rpName: 'Holdfast',
    rpID: relyingParty(context.addresses, app).id,
    userName: user.email,
    userDisplayName: name,
    userID: new Uint8Array(Buffer.from(userHandle, 'base64url')),
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  })
  const { challenge } = options
  await keepStep(trx, stepOfSession(sessionId), 'passkey', { userId, app, challenge, userHandle })
  return { ...options, rp: { ...options.rp } }
})
