import type * as z from 'zod'
import { newProvider, type read, save } from '../../../contract/identity-providers.ts'
import { formFields } from '../../forms/form-fields.ts'

/** The inputs of a company's identity provider, by the path in the command. */
export const providerFields = formFields(
  save,
  {
    enabled: 'providers.enabled',
    label: 'providers.label',
    issuer: 'providers.issuer',
    clientId: 'providers.clientId',
    clientSecret: 'providers.clientSecret',
    scope: 'providers.scope',
    affiliationClaim: 'providers.affiliationClaim',
    allowNewAccounts: 'providers.allowNewAccounts',
    university: 'providers.university',
  },
  ['tenantId', 'version'],
)

export type ProviderView = z.output<typeof read.reply>
/** What the form of a provider holds. */
export type ProviderValues = Omit<z.input<typeof save.input>, 'tenantId' | 'version'>

/** Returns the values of a provider that is edited; of a new one without any. The secret is never shown. */
export function providerValues(provider: ProviderView['provider']): ProviderValues {
  if (provider === null) return { ...newProvider, clientSecret: null }
  const { version: _version, hasSecret: _hasSecret, ...values } = provider
  return { ...values, clientSecret: null }
}
