import type * as z from 'zod'
import { type add, newTenant } from '../../../contract/tenants.ts'

let planted = 0
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** Returns a prefix that no other company of the test has. */
export const newPrefix = (): string => `new${letters((planted += 1))}`

/** Returns the fields of a new company; a test states what it changes. */
export const tenantFields = (more: Partial<z.input<typeof add.input>> = {}): z.input<typeof add.input> => ({
  ...newTenant,
  name: 'Harbour Ltd',
  prefix: newPrefix(),
  ...more,
})
