import { providerFields } from '../identity-providers/testing/provider-fields.ts'
import type { Matrix } from './rights-inputs.ts'
import { all, bookers, onlyAdmin } from './rights-rows.ts'

/** Rows of identity providers (admins, and one's own link) and of university accounts. */
export const identityProviderRows: Matrix = {
  'identityProviders.read': [{ input: (world) => ({ tenantId: world.tenants.own }), outcome: onlyAdmin('ok') }],
  'identityProviders.save': [
    {
      input: (world) => ({ tenantId: world.tenants.own, version: 7, ...providerFields() }),
      outcome: onlyAdmin('not-found'),
    },
  ],
  'identityProviders.remove': [
    { input: (world) => ({ tenantId: world.tenants.own, version: 0 }), outcome: onlyAdmin('not-found') },
  ],
  'identityProviders.own': [{ input: () => ({}), outcome: all('ok') }],
  'identityProviders.unlink': [{ input: () => ({}), outcome: all('sign-in-not-linked') }],
  'university.status': [{ input: () => ({}), outcome: bookers('ok') }],
  'university.unlink': [{ input: () => ({}), outcome: bookers('university-not-linked') }],
}
