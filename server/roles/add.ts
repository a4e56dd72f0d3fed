import { add } from '../../contract/roles.ts'
import { Role } from '../../db/models/people.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { nameTaken } from './edit.ts'
import { ownTexts } from './texts.ts'

/** Adds a role, with the products of the role that it works like. */
export default handle(add, async ({ input: { translations, ...fields }, actor, trx, refuse }) => {
  const row = {
    ...fields,
    translations: mergeTranslations(null, translations, ownTexts(fields)),
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  }
  const { id: roleId } = await translateConstraints(trx, refuse, nameTaken, () => Role.query(trx).insert(row))
  await trx.raw(
    `insert into product_roles (product_id, role_id)
     select pr.product_id, ? from product_roles pr join roles r on r.id = pr.role_id where r.name = ?`,
    [roleId, fields.kind],
  )
  return { roleId }
})
