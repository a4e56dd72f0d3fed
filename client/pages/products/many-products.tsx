import { editMany, removeMany, roles } from '../../../contract/products.ts'
import { LinksField, noLinks } from '../../bulk/links-field.tsx'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { roleName } from '../../products/role-name.ts'
import { productFields } from './product-fields.ts'

/** The inputs of an edit of several products. */
export const manyProductsFields = manyFields(editMany, productFields)

/** What can be done with several products. */
export function useManyProducts(): ManyVerbs {
  return {
    edit: {
      def: editMany,
      fields: manyProductsFields,
      labels: productFields,
      inputs: [
        {
          field: 'roleIds',
          initial: noLinks,
          input: (props) => (
            <LinksField
              {...props}
              query={roles}
              toQuery={() => ({})}
              toOptions={(found) => found.map((role) => ({ id: role.id, name: roleName(role) }))}
            />
          ),
        },
      ],
    },
    remove: { def: removeMany },
  }
}
