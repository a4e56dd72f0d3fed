import type * as z from 'zod'
import type { add } from '../../../contract/tenants.ts'

let planted = 0
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

/** Returns a prefix that no other company of the test has. */
export const newPrefix = (): string => `new${letters((planted += 1))}`

/** Returns the fields of a new company; a test states what it changes. */
export const tenantFields = (more: Partial<z.input<typeof add.input>> = {}): z.input<typeof add.input> => ({
  name: 'Harbour Ltd',
  label: null,
  prefix: newPrefix(),
  legalName: null,
  addressLine1: null,
  addressLine2: null,
  zip: null,
  city: null,
  country: null,
  taxId: null,
  taxRatePercent: 19,
  timeZone: 'Europe/Berlin',
  licenseStart: null,
  licenseEnd: null,
  monitoring: true,
  theme: 'holdfast',
  loginPath: null,
  commerceContact: null,
  commerceEmail: null,
  commercePhone: null,
  projectManagerContact: null,
  projectManagerEmail: null,
  projectManagerPhone: null,
  accountingPaymentCustomerId: null,
  accountingRefundCustomerId: null,
  productIds: [],
  ...more,
})
