import { goodProfile } from '../../contract/testing/bad-input/profile.ts'
import type { Matrix } from './rights-inputs.ts'
import { all, onlyAdmin } from './rights-rows.ts'

/** Rows of the profile: everybody has one, and nobody another's. */
export const profileRows: Matrix = {
  'profile.read': [{ input: () => ({}), outcome: all('ok') }],
  'profile.zones': [{ input: () => ({}), outcome: all('ok') }],
  'profile.defaultPlate': [{ input: () => ({}), outcome: all('ok') }],
  // No profile has version 1.
  'profile.change': [{ input: () => ({ version: 1, ...goodProfile }), outcome: all('changed-meanwhile') }],
  'profile.obstacles': [{ input: () => ({}), outcome: all('ok') }],
  'profile.changeEmail': [{ input: () => ({ email: 'nobody' }), outcome: all('bad-input') }],
  'profile.confirmEmail': [{ input: () => ({ token: 'A'.repeat(43) }), outcome: all('link-unknown') }],
  'profile.cancelAccount': [{ input: () => ({ safetyWord: 'not mine' }), outcome: all('safety-word-wrong') }],
  'profile.rmContact': [
    { input: (world) => ({ userId: world.users.unfinished.id }), outcome: { ...all('not-found'), admin: 'ok' } },
  ],
  'profile.changeRmContact': [
    {
      input: (world) => ({
        userId: world.users.unfinished.id,
        rmContactEmail: 'a@b.example',
        rmContactPhoneNumber: '1'.repeat(12),
      }),
      outcome: onlyAdmin('bad-input'),
    },
  ],
}
