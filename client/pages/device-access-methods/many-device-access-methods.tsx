import { accessAttributes, editMany, removeMany } from '../../../contract/device-access-methods.ts'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { ChoicesField } from '../../forms/choices-field.tsx'
import { SwitchField } from '../../forms/fields.tsx'
import { IconField } from '../../forms/icon-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { accessMethodFields } from './access-method-fields.ts'

/** The inputs of an edit of several access methods. */
export const manyDeviceAccessMethodsFields = manyFields(editMany, accessMethodFields)

/** What can be done with several access methods. */
export function useManyDeviceAccessMethods(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyDeviceAccessMethodsFields,
      labels: accessMethodFields,
      inputs: [
        { field: 'icon', initial: null, input: (props) => <IconField {...props} /> },
        {
          field: 'attributes',
          initial: [],
          input: (props) => (
            <ChoicesField
              {...props}
              options={accessAttributes.map((attribute) => [
                attribute,
                t(`device-access-methods.attribute.${attribute}`),
                t(`device-access-methods.does.${attribute}`),
              ])}
            />
          ),
        },
        {
          field: 'disableControlWhenInState',
          initial: true,
          input: (props) => (
            <SwitchField {...props} description={t('device-access-methods.disableControlWhenInState.hint')} />
          ),
        },
      ],
    },
    remove: { def: removeMany },
    inWords: (field, value) =>
      field === 'attributes'
        ? (value as (typeof accessAttributes)[number][])
            .map((each) => t(`device-access-methods.attribute.${each}`))
            .join(', ')
        : undefined,
  }
}
