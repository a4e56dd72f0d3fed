import { edit } from '../../contract/products.ts'
import { Product } from '../../db/models/people.ts'
import { lockVersion } from '../admin/lock-version.ts'
import { translateConstraints } from '../admin/translate-constraints.ts'
import { mergeTranslations } from '../admin/translations.ts'
import { handle } from '../kernel/bus/handle.ts'
import { checkRoles, roleChanges, roleIdsOf } from './roles-of.ts'
import { constraints, valuesOf, wayIn } from './row.ts'
import { saveGrants } from './save-grants.ts'
import { ownTexts } from './texts.ts'

/**
 * Saves all fields of a product (rule TE-6). What takes its feature from somebody needs `closing`. Rights change with the commit: the database tells
 * every screen and the gateways concerned.
 */
export default handle(edit, async ({ input, actor, trx, refuse }) => {
  const { productId, version, roleIds, translations, closing, ...fields } = input
  const kept = await lockVersion(trx, refuse, {
    row: Product.query(trx).findById(productId),
    seen: version,
    current: async (product) => valuesOf(product, await roleIdsOf(trx, product.id)),
  })
  const before = await roleIdsOf(trx, productId)
  await checkRoles(trx, refuse, roleIds)
  const closes =
    kept.prefix !== fields.prefix || (kept.basic && !fields.basic) || before.some((id) => !roleIds.includes(id))
  if (closes && !closing) return refuse('product-closes', undefined, [{ path: 'closing', issue: 'product-closes' }])
  const row = {
    ...fields,
    translations: mergeTranslations(kept.translations, translations, ownTexts(fields)),
    modifiedBy: actor.userId,
  }
  return translateConstraints(trx, refuse, { ...constraints, ...wayIn }, async () => {
    await saveGrants(trx, roleChanges(productId, before, roleIds), actor.userId)
    const saved = await kept.$query(trx).patchAndFetch(row)
    return { productId, version: saved.version }
  })
})
