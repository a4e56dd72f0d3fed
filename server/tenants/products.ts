import { products } from '../../contract/tenants.ts'
import { Product } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'
import { productViewOf } from '../products/texts.ts'

/** All products by name: those that every company has, and those that are bought. */
export default answer(products, async ({ trx }) => {
  const all = await Product.query(trx).orderByRaw('lower(name), id')
  const of = (basic: boolean) => all.filter((product) => product.basic === basic).map(productViewOf)
  return { basic: of(true), extra: of(false) }
})
