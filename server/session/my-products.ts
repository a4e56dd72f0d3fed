import { features } from '../../contract/features.ts'
import { myProducts } from '../../contract/session.ts'
import { Product } from '../../db/models/people.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Returns the products that give the caller their features, by prefix, in the caller's language. */
export default answer(myProducts, async ({ actor, trx }) => {
  const owned = features.filter((feature) => actor.features.has(feature))
  const products = await Product.query(trx).whereIn('prefix', owned).orderBy('prefix')
  return products.map(({ id, name, prefix, description, translations }) => {
    const translated = translations[actor.language]
    return {
      id,
      name: translated?.['name'] || name,
      prefix: prefix as (typeof owned)[number],
      description: translated?.['description'] || description,
    }
  })
})
