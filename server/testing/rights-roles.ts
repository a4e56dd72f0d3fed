import { roleFields } from '../roles/testing/role-fields.ts'
import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin } from './rights-rows.ts'

const changes = [{ roleId: 3, productId: 1, granted: true }]
const { kind: _kind, ...edited } = roleFields()

/** Rows of roles: admins only. */
export const roleRows: Matrix = {
  'roles.matrix': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'roles.read': [{ input: () => ({ roleId: 1 }), outcome: onlyAdmin('ok') }],
  'roles.closing': [{ input: () => ({ changes }), outcome: onlyAdmin('ok') }],
  'roles.grant': [{ input: () => ({ changes, versions: [] }), outcome: onlyAdmin('changed-meanwhile') }],
  'roles.add': [{ input: () => roleFields({ name: 'Support' }), outcome: onlyAdmin('name-taken') }],
  'roles.edit': [{ input: () => ({ roleId: 1, version: 0, ...edited }), outcome: onlyAdmin('role-standard') }],
  'roles.remove': [{ input: () => ({ roleId: 1, version: 0 }), outcome: onlyAdmin('role-standard') }],
}
