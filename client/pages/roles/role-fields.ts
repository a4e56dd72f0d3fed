import type * as z from 'zod'
import { add, edit, type read, roleTexts } from '../../../contract/roles.ts'
import { formFields } from '../../forms/form-fields.ts'

const labels = {
  name: 'common.name',
  description: 'common.description',
  canHaveTenants: 'roles.canHaveTenants',
  canHaveZones: 'roles.canHaveZones',
} as const

/** The inputs of a role, by the path in the command. */
export const roleFields = formFields(edit, labels, ['roleId', 'version', 'translations'])
export const newRoleFields = formFields(add, { ...labels, kind: 'roles.kind' }, ['translations'])

export type RoleDetails = z.output<typeof read.reply>
/** What the form of a role holds. */
export type RoleValues = Omit<z.input<typeof edit.input>, 'roleId' | 'version'>
export type NewRoleValues = z.input<typeof add.input>

/** The names of the four roles of the portal have texts already. */
export const translatedTexts = (standard: boolean) => [
  ...(standard ? [] : [{ name: 'name', maxLength: roleTexts.name }]),
  { name: 'description', maxLength: roleTexts.description, multiline: true },
]

export const newRole: NewRoleValues = {
  name: '',
  description: null,
  kind: 'Reservation Manager',
  canHaveTenants: true,
  canHaveZones: true,
  translations: { texts: {}, confirmed: [] },
}

/** Returns the values of a role that is edited. */
export const roleValues = (role: RoleDetails): RoleValues => ({
  name: role.name,
  description: role.description,
  canHaveTenants: role.canHaveTenants,
  canHaveZones: role.canHaveZones,
  translations: { texts: role.translations.texts, confirmed: [] },
})
