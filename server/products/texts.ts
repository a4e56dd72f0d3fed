import type { ProductView } from '../../contract/products.ts'
import type { Product, Role } from '../../db/models/people.ts'
import { displayTexts } from '../../telemetry/views/names.ts'

/** The texts of a product that have translations. */
export const ownTexts = ({ name, description }: Pick<Product, 'name' | 'description'>) => ({ name, description })

/** Returns a product as people read it. */
export const productViewOf = ({ id, name, prefix, description, translations }: Product): ProductView => ({
  id,
  name,
  names: displayTexts(translations, 'name'),
  prefix,
  description,
  descriptions: displayTexts(translations, 'description'),
})

/** Returns a role by name, in every language. */
export const namedRole = ({ id, name, translations }: Role) => ({ id, name, names: displayTexts(translations, 'name') })
