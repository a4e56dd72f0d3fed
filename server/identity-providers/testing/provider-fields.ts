import type * as z from 'zod'
import type { save } from '../../../contract/identity-providers.ts'
import { goodProvider } from '../../../contract/testing/bad-input/identity-providers.ts'

type Fields = Omit<z.input<typeof save.input>, 'tenantId' | 'version'>

/** Returns the fields of a new provider; a test states what it changes. */
export const providerFields = (more: Partial<Fields> = {}): Fields => ({
  ...goodProvider,
  ...more,
})
