import type { IdentityProvider } from '../../db/models/people.ts'

/** Returns the fields of a provider in the shape of the command's input, without its secret. */
export function fieldsOf(provider: IdentityProvider) {
  return {
    enabled: provider.enabled,
    label: provider.label,
    issuer: provider.issuer,
    clientId: provider.clientId,
    scope: provider.scope,
    affiliationClaim: provider.affiliationClaim,
    allowNewAccounts: provider.allowNewAccounts,
    university: provider.university,
  }
}
