import type * as z from 'zod'
import { edit, productTexts, type read, type roles } from '../../../contract/products.ts'
import type { InWords } from '../../forms/changed-meanwhile.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { formatList } from '../../i18n/format.ts'
import { roleName } from '../../products/role-name.ts'

/** The inputs of a product, by the path in the command. */
export const productFields = formFields(
  edit,
  {
    name: 'common.name',
    description: 'common.description',
    prefix: 'common.prefix',
    basic: 'products.basic',
    roleIds: 'common.roles',
    closing: 'products.closing.confirm',
  },
  ['productId', 'version', 'translations'],
)

export type ProductDetails = z.output<typeof read.reply>
export type RolesView = z.output<typeof roles.reply>
/** What the form of a product holds. */
export type ProductValues = Omit<z.input<typeof edit.input>, 'productId' | 'version'> & {
  roleIds: number[]
  closing: boolean
}

export const translatedTexts = [
  { name: 'name', maxLength: productTexts.name },
  { name: 'description', maxLength: productTexts.description, multiline: true },
]

export const newProduct: ProductValues = {
  name: '',
  description: null,
  prefix: '',
  basic: false,
  roleIds: [],
  translations: { texts: {}, confirmed: [] },
  closing: false,
}

/** Returns the values of a product that is edited. */
export function productValues(product: ProductDetails): ProductValues {
  const { name, description, prefix, basic, roleIds, translations } = product
  return {
    name,
    description,
    prefix,
    basic,
    roleIds,
    translations: { texts: translations.texts, confirmed: [] },
    closing: false,
  }
}

/** Whether a save takes the feature of a product from somebody. */
export const takesAway = (product: ProductDetails, { prefix, basic, roleIds }: ProductValues): boolean =>
  prefix !== product.prefix || (product.basic && !basic) || product.roleIds.some((id) => !roleIds.includes(id))

/** Returns roles in words. */
export const productInWords =
  (all: RolesView): InWords =>
  (path, value) =>
    path === 'roleIds'
      ? formatList(all.filter(({ id }) => (value as number[]).includes(id)).map(roleName)) || '–'
      : undefined
