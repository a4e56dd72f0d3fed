import type { Matrix } from './rights-inputs.ts'
import { operators } from './rights-rows.ts'

const absent = () => ({ importId: 2_000_000_000 })

/** Imports: operators have their own, admins see all. */
export const importRows: Matrix = {
  'imports.list': [{ input: () => ({}), outcome: operators('ok') }],
  'imports.columns': [{ input: () => ({ entity: 'devices' }), outcome: operators('ok') }],
  'imports.one': [{ input: absent, outcome: operators('not-found') }],
  'imports.rows': [{ input: absent, outcome: operators('not-found') }],
  'imports.run': [{ input: absent, outcome: operators('not-found') }],
  'imports.cancel': [{ input: absent, outcome: operators('not-found') }],
}
