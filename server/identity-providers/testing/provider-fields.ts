import type * as z from 'zod'
import { newProvider, type save } from '../../../contract/identity-providers.ts'

type Fields = Omit<z.input<typeof save.input>, 'tenantId' | 'version'>

/** Returns the fields of a new provider; a test states what it changes. */
export const providerFields = (more: Partial<Fields> = {}): Fields => ({
  ...newProvider,
  label: 'Harbour',
  issuer: 'https://login.harbour.example',
  clientId: 'portal',
  clientSecret: null,
  ...more,
})
