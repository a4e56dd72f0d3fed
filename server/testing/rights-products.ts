import { productFields } from '../products/testing/product-fields.ts'
import type { Matrix } from './rights-inputs.ts'
import { onlyAdmin } from './rights-rows.ts'

const edited = () => ({ productId: 1, version: 0, ...productFields() })

/** Rows of products: admins only. */
export const productRows: Matrix = {
  'products.list': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'products.roles': [{ input: () => ({}), outcome: onlyAdmin('ok') }],
  'products.read': [{ input: () => ({ productId: 1 }), outcome: onlyAdmin('ok') }],
  'products.closing': [
    { input: () => ({ productId: 1, prefix: 'BASIC', basic: true, roleIds: [] }), outcome: onlyAdmin('ok') },
  ],
  'products.add': [{ input: () => productFields({ roleIds: [999_999] }), outcome: onlyAdmin('bad-input') }],
  'products.edit': [{ input: edited, outcome: onlyAdmin('changed-meanwhile') }],
  'products.remove': [{ input: () => ({ productId: 1, version: 0 }), outcome: onlyAdmin('changed-meanwhile') }],
}
