import { maxNamedTenants, read } from '../../contract/products.ts'
import { Product, type Tenant } from '../../db/models/people.ts'
import { translationsOf } from '../admin/translations.ts'
import { answer } from '../kernel/bus/handle.ts'
import { roleIdsOf } from './roles-of.ts'
import { ownTexts } from './texts.ts'

/** One product, with the roles that it is for and the companies that bought it. */
export default answer(read, async ({ input, trx, refuse }) => {
  const product = await Product.query(trx).findById(input.productId)
  if (!product) return refuse('not-found')
  const { id, version, prefix, basic } = product
  const buyers = () => Product.relatedQuery('tenants', trx).for(id)
  const tenants = (await buyers().orderByRaw('lower(tenants.name), tenants.id').limit(maxNamedTenants)) as Tenant[]
  return {
    id,
    version,
    ...ownTexts(product),
    prefix,
    basic,
    roleIds: await roleIdsOf(trx, id),
    translations: translationsOf(product.translations, ownTexts(product)),
    tenants: tenants.map((tenant) => ({ id: tenant.id, name: tenant.name })),
    tenantCount: await buyers().resultSize(),
  }
})
