import { type Feature, features } from '../../contract/features.ts'
import { myProducts } from '../../contract/session.ts'
import { answer } from '../bus/handle.ts'

interface Row {
  id: number
  name: string
  prefix: Feature
  description: string | null
}

/** The products that give the caller his features, by their prefix. */
export default answer(myProducts, async ({ actor, trx }) => {
  const rows = await trx<Row>('products')
    .whereIn(
      'prefix',
      features.filter((feature) => actor.features.has(feature)),
    )
    .orderBy('prefix')
    .select('id', 'name', 'prefix', 'description')
  return rows
})
