import { remove } from '../../contract/roles.ts'
import { Role, User } from '../../db/models/people.ts'
import type { Removal } from '../effects/removal.ts'

/** How roles are deleted (rule RO-1): while nobody has them. */
export const removal: Removal = {
  entity: 'role',
  table: 'roles',
  access: remove.access,
  destructive: false,
  names: async (trx, ids) => (await Role.query(trx).findByIds([...ids])).map(({ name }) => name),
  dependants: (trx, ids) => [
    { kind: 'user', rows: User.query(trx).whereIn('role_id', [...ids]), nameColumn: 'username' },
  ],
}
