import { add } from '../../contract/products.ts'
import { Product } from '../../db/models/people.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkRoles, roleChanges } from './roles-of.ts'
import { constraints } from './row.ts'
import { saveGrants } from './save-grants.ts'
import { ownTexts } from './texts.ts'

/** Adds a product, which companies can then buy; a basic one is theirs at once. */
export default handle(add, async ({ input, actor, trx, refuse }) => {
  const { roleIds, translations, ...fields } = input
  await checkRoles(trx, refuse, roleIds)
  const row = {
    ...fields,
    translations: mergeTranslations(null, translations, ownTexts(fields)),
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  }
  const { id: productId } = await translateConstraints(trx, refuse, constraints, () => Product.query(trx).insert(row))
  await saveGrants(trx, roleChanges(productId, [], roleIds), actor.userId)
  return { productId }
})
