import type { Matrix } from './rights-inputs.ts'
import { all, onlyAdmin } from './rights-rows.ts'

const text = Buffer.from('nothing').toString('base64url')
const made = {
  id: text,
  rawId: text,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: text, attestationObject: text },
}

/** Rows of what protects an account: everybody has their own only. */
export const securityRows: Matrix = {
  'session.factors': [{ input: () => ({}), outcome: all('ok') }],
  'session.offerPasskey': [{ input: () => ({}), outcome: all('ok') }],
  'session.addPasskey': [{ input: () => ({ name: 'Phone', response: made }), outcome: all('passkey-refused') }],
  'session.renamePasskey': [{ input: () => ({ passkeyId: 999_999, name: 'Phone' }), outcome: all('not-found') }],
  'session.removePasskey': [{ input: () => ({ passkeyId: 999_999 }), outcome: all('not-found') }],
  'session.offerTotp': [{ input: () => ({}), outcome: all('ok') }],
  'session.confirmTotp': [{ input: () => ({ code: '000000' }), outcome: all('code-wrong') }],
  'session.removeTotp': [{ input: () => ({}), outcome: all('ok') }],
  'session.replaceRecoveryCodes': [{ input: () => ({}), outcome: all('ok') }],
  'session.removeFactors': [{ input: () => ({ email: 'nobody@world.example' }), outcome: onlyAdmin('not-found') }],
  'session.requireFactorOfAdmins': [{ input: () => ({ required: false }), outcome: onlyAdmin('ok') }],
  'session.sessions': [{ input: () => ({}), outcome: all('ok') }],
  'session.endSession': [{ input: () => ({ sessionId: '0'.repeat(64) }), outcome: all('not-found') }],
  'session.endOtherSessions': [{ input: () => ({}), outcome: all('ok') }],
}
