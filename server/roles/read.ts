import { read } from '../../contract/roles.ts'
import { Role, User } from '../../db/models/people.ts'
import { translationsOf } from '../admin/translations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { ownTexts, roleViewOf } from './texts.ts'

/** One role, and how many people have it. */
export default answer(read, async ({ input, trx, refuse }) => {
  const role = await Role.query(trx).findById(input.roleId)
  if (!role) return refuse('not-found')
  const { names: _, ...view } = roleViewOf(role, await User.query(trx).where('role_id', role.id).resultSize())
  return { ...view, ...ownTexts(role), translations: translationsOf(role.translations, ownTexts(role)) }
})
