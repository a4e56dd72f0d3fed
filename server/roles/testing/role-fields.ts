import type * as z from 'zod'
import type { add } from '../../../contract/roles.ts'

let planted = 0

/** Returns a name that no other role of the test has. */
export const newName = (): string => `Role ${(planted += 1)}`

/** Returns the fields of a new role; a test states what it changes. */
export const roleFields = (more: Partial<z.input<typeof add.input>> = {}): z.input<typeof add.input> => ({
  name: newName(),
  description: null,
  kind: 'Reservation Manager',
  canHaveTenants: true,
  canHaveZones: true,
  translations: { texts: {} },
  ...more,
})
