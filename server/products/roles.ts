import { roles } from '../../contract/products.ts'
import { Role } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { namedRole } from './texts.ts'

/** All roles, the oldest first. */
export default answer(roles, async ({ trx }) => {
  const all = await Role.query(trx).orderBy('id')
  return all.map(namedRole)
})
