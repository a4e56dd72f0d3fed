import { expect, it } from 'vitest'
import { type RefusalCode, refusals } from './refusals.ts'

/** Refusals by what they are about. Those of a form's fields are 400, and reach the form in `bad-input`. */
const statuses: Readonly<Record<number, readonly RefusalCode[]>> = {
  // what was sent
  400: [
    'bad-input',
    'fields-missing',
    'start-in-past',
    'start-after-end',
    'duration-zero',
    'not-same-day',
    'duration-too-short',
    'duration-too-long',
    'slot-mismatch',
    'prebook-too-late',
    'prebook-too-early',
    'licence-plate-required',
    'license-end-before-start',
    'span-empty',
    'span-too-long',
    'mandatory-not-optional',
    'mobile-number-invalid',
    'password-too-weak',
    'password-too-common',
    'state-not-supported',
  ],
  // what it collides with
  409: [
    'no-free-place',
    'place-taken',
    'place-held',
    'changed-meanwhile',
    'in-use',
    'tenant-in-use',
    'gateway-in-use',
    'device-in-use',
    'barrier-in-use',
    'prefix-taken',
    'login-path-taken',
    'product-prefix-taken',
    'name-taken',
    'hardware-id-taken',
    'gateway-id-taken',
    'path-number-taken',
    'code-exists',
    'email-taken',
    'already-manager',
    'invitation-used',
    'link-used',
    'device-undefined',
  ],
  403: ['not-authorized', 'user-blocked', 'site-private'],
  404: ['invitation-invalid', 'link-unknown', 'not-found', 'site-invalid', 'code-unknown', 'eticket-invalid'],
  423: ['invitation-expired'],
  410: ['link-expired', 'hold-expired', 'eticket-expired'],
}

it.each(Object.entries(statuses))('has status %s for what it is about [ERR-1] [BOOK-3]', (status, codes) => {
  for (const code of codes) expect(refusals[code].status, code).toBe(Number(status))
  const ofFields = Object.entries(refusals).filter(([code]) => code.startsWith('field-'))
  for (const [code, entry] of ofFields) expect(entry.status, code).toBe(400)
})
