import { maxLength } from '../../fields.ts'
import { newProvider } from '../../identity-providers.ts'
import { optionalTexts, references, switches, texts, unknown, type WrongValue } from './values.ts'

/** A provider that is right. */
export const goodProvider = {
  ...newProvider,
  label: 'Harbour',
  issuer: 'https://login.harbour.example',
  clientId: 'portal',
  clientSecret: null,
}

const wrongIssuers = [
  'login.example',
  'http://login.example',
  'https://login.example/?a=b',
  'https://login.example/#a',
  'https://user:word@login.example',
  'javascript:alert(1)',
]

/** What the settings of a provider refuse: the same in their form and their command. */
export const wrongProviders: readonly WrongValue[] = [
  ...references('tenantId'),
  ...texts(maxLength.name, 'label'),
  ...texts(maxLength.note, 'issuer', 'clientId', 'scope', 'affiliationClaim'),
  ...wrongIssuers.map((issuer): WrongValue => [{ issuer }, 'issuer', 'field-issuer']),
  [{ scope: 'email profile' }, 'scope', 'field-scope'],
  [{ scope: 'openid2' }, 'scope', 'field-scope'],
  ...optionalTexts(maxLength.note, 'clientSecret'),
  ...switches('enabled', 'allowNewAccounts', 'university'),
  ...unknown,
]
