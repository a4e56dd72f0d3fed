import { options } from '../../../contract/devices/admin.ts'
import { maxLength } from '../../../contract/fields.ts'
import { editMany, removeMany } from '../../../contract/gateways.ts'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { maintenanceOptions } from '../../devices/maintenance-text.ts'
import { ChoiceField, SwitchField, TextField } from '../../forms/fields.tsx'
import { ReferenceField } from '../../forms/reference-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { gatewayFields } from './gateway-fields.ts'

/** The inputs of an edit of several gateways. */
export const manyGatewaysFields = manyFields(editMany, gatewayFields)

/** What can be done with several gateways. */
export function useManyGateways(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyGatewaysFields,
      labels: gatewayFields,
      inputs: [
        {
          field: 'monitoring',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('gateways.monitoring.hint')} />,
        },
        {
          field: 'sendMail',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('gateways.sendMail.hint')} />,
        },
        {
          field: 'allowOfflineCaching',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('gateways.allowOfflineCaching.hint')} />,
        },
        {
          field: 'maintenanceState',
          initial: null,
          input: (props) => (
            <ChoiceField {...props} options={maintenanceOptions(t)} description={t('gateways.maintenanceState.hint')} />
          ),
        },
        {
          field: 'siteId',
          initial: null,
          input: (props) => (
            <ReferenceField
              {...props}
              clearable
              query={options}
              toQuery={searchOf('site')}
              toOptions={(found) => found}
              description={t('gateways.site.hint')}
            />
          ),
        },
        {
          field: 'premiseLocation',
          initial: null,
          input: (props) => (
            <TextField {...props} maxLength={maxLength.note} description={t('gateways.premiseLocation.hint')} />
          ),
        },
        {
          field: 'comment',
          initial: null,
          input: (props) => (
            <TextField
              {...props}
              maxLength={maxLength.description}
              multiline
              description={t('gateways.comment.hint')}
            />
          ),
        },
      ],
    },
    remove: { def: removeMany },
  }
}
