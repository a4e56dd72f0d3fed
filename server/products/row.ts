import type * as z from 'zod'
import type { edit } from '../../contract/products.ts'
import type { Product } from '../../db/models/people.ts'
import { translationsOf } from '../admin/translations.ts'
import { ownTexts } from './texts.ts'

/** What violated constraints of a product mean. */
export const constraints = {
  products_prefix_key: { code: 'product-prefix-taken', field: 'prefix' },
} as const

/** The trigger that keeps the administration open. */
export const wayIn = { way_in_of_admins: { code: 'last-way-in' } } as const

type Values = Omit<z.input<typeof edit.input>, 'productId' | 'version'>

/** What a product holds now, in the shape of the command's input. */
export function valuesOf(product: Product, roleIds: number[]): Values {
  const { texts } = translationsOf(product.translations, ownTexts(product))
  const { prefix, basic } = product
  return { ...ownTexts(product), prefix, basic, roleIds, translations: { texts, confirmed: [] }, closing: false }
}
