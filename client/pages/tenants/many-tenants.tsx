import { maxLength } from '../../../contract/fields.ts'
import { editMany, removeMany } from '../../../contract/tenants.ts'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { DayField } from '../../forms/date-fields.tsx'
import { NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import { TimeZoneField } from '../../forms/time-zone-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { tenantFields } from './tenant-fields.ts'

/** The inputs of an edit of several companies. */
export const manyTenantsFields = manyFields(editMany, tenantFields)

/** What can be done with several companies. */
export function useManyTenants(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyTenantsFields,
      labels: tenantFields,
      inputs: [
        {
          field: 'monitoring',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('tenants.monitoring.hint')} />,
        },
        {
          field: 'requiresSecondFactor',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('tenants.secondFactor.hint')} />,
        },
        { field: 'licenseStart', initial: null, input: (props) => <DayField {...props} /> },
        { field: 'licenseEnd', initial: null, input: (props) => <DayField {...props} /> },
        {
          field: 'timeZone',
          initial: 'Europe/Berlin',
          input: (props) => <TimeZoneField {...props} description={t('tenants.timeZone.hint')} />,
        },
        {
          field: 'taxRatePercent',
          initial: null,
          input: (props) => <NumberField {...props} unit="%" decimals description={t('tenants.taxRatePercent.hint')} />,
        },
        { field: 'country', initial: null, input: (props) => <TextField {...props} maxLength={maxLength.name} /> },
      ],
    },
    remove: { def: removeMany },
  }
}
