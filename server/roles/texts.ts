import type { RoleView } from '../../contract/roles.ts'
import type { Role } from '../../db/models/people.ts'
import { displayTexts } from '../../telemetry/views/names.ts'

/** The texts of a role that have translations. */
export const ownTexts = ({ name, description }: Pick<Role, 'name' | 'description'>) => ({ name, description })

/** The four roles of the portal are named like what they are. */
export const isStandard = ({ name, kind }: Pick<Role, 'name' | 'kind'>): boolean => name === kind

/** Returns a role as the matrix shows it; the database keeps no other kinds. */
export const roleViewOf = (role: Role, users: number): RoleView => ({
  id: role.id,
  version: role.version,
  name: role.name,
  names: displayTexts(role.translations, 'name'),
  kind: role.kind as RoleView['kind'],
  standard: isStandard(role),
  canHaveTenants: role.canHaveTenants,
  canHaveZones: role.canHaveZones,
  users,
})
