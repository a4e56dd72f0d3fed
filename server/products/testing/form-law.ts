import { edit, read, remove } from '../../../contract/products.ts'
import { type FormLaw, fieldsOf } from '../../laws/testing/form-law.ts'
import { productsLaw } from './list-law.ts'

export const productsFormLaw: FormLaw = {
  entity: 'products',
  idKey: 'productId',
  scoped: false,
  editors: ['admin', 'admin'],
  read,
  edit: {
    def: edit,
    input: (view, description) => ({
      ...fieldsOf(edit, view),
      description,
      translations: { texts: {} },
      closing: false,
    }),
    text: ({ description }) => description,
  },
  remove: {
    def: remove,
    async depend(knex, world, product_id) {
      await knex('product_tenants').insert({ product_id, tenant_id: world.tenants.own })
      return { kind: 'tenant', name: 'Own' }
    },
  },
  plant: async (knex, world, side) => Number(await productsLaw.plant(knex, world, side, 'Law')),
}
