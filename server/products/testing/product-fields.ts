import type * as z from 'zod'
import type { add } from '../../../contract/products.ts'

let planted = 0

/** Returns a prefix that no other product of the test has. */
export const newPrefix = (): string => `NEW_${(planted += 1)}`

/** Returns the fields of a new product; a test states what it changes. */
export const productFields = (more: Partial<z.input<typeof add.input>> = {}): z.input<typeof add.input> => ({
  name: 'Bicycle pumps',
  description: null,
  prefix: newPrefix(),
  basic: false,
  roleIds: [],
  translations: { texts: {} },
  ...more,
})
