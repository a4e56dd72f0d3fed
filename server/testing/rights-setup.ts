import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin } from './rights-rows.ts'

/** Rows of setting up: admins only. */
export const setupRows: Matrix = {
  'setup.checklist': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'setup.changes': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'setup.putAway': [{ input: () => ({ away: true }), outcome: onlyAdmin('ok') }],
}
