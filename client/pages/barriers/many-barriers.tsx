import { barrierTypes, editMany, removeMany } from '../../../contract/barriers.ts'
import { options } from '../../../contract/devices/admin.ts'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { ChoiceField } from '../../forms/fields.tsx'
import { ReferenceField } from '../../forms/reference-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { barrierFields } from './barrier-fields.ts'

/** The inputs of an edit of several barriers. */
export const manyBarriersFields = manyFields(editMany, barrierFields)

/** What can be done with several barriers. */
export function useManyBarriers(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyBarriersFields,
      labels: barrierFields,
      inputs: [
        {
          field: 'type',
          initial: null,
          input: (props) => (
            <ChoiceField
              {...props}
              options={barrierTypes.map((type) => [type, t(`barriers.type.${type}`)])}
              description={t('barriers.type.hint')}
            />
          ),
        },
        {
          field: 'siteId',
          initial: null,
          input: (props) => (
            <ReferenceField {...props} query={options} toQuery={searchOf('site')} toOptions={(found) => found} />
          ),
        },
        {
          field: 'gatewayId',
          initial: null,
          input: (props) => (
            <ReferenceField
              {...props}
              clearable
              query={options}
              toQuery={searchOf('gateway')}
              toOptions={(found) => found}
              description={t('barriers.gateway.hint')}
            />
          ),
        },
      ],
    },
    remove: { def: removeMany },
    inWords: (field, value) => (field === 'type' ? t(`barriers.type.${value as 'entrance' | 'exit'}`) : undefined),
  }
}
