import type { ProductView } from '../../contract/products.ts'
import { nameIn } from '../i18n/named.ts'

/** Returns the description of a product in the language of the page. */
export const descriptionIn = ({ description, descriptions }: ProductView): string | null =>
  nameIn({ name: description ?? '', names: descriptions }) || null
