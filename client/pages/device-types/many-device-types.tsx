import { editMany, powerLosses, removeMany } from '../../../contract/device-types.ts'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { ChoiceField, NumberField, SwitchField } from '../../forms/fields.tsx'
import { IconField } from '../../forms/icon-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { deviceTypeFields } from './type-fields.ts'

/** The inputs of an edit of several device types. */
export const manyDeviceTypesFields = manyFields(editMany, deviceTypeFields)

/** What can be done with several device types. */
export function useManyDeviceTypes(): ManyVerbs {
  const t = useT()
  return {
    edit: {
      def: editMany,
      fields: manyDeviceTypesFields,
      labels: deviceTypeFields,
      inputs: [
        { field: 'icon', initial: null, input: (props) => <IconField {...props} /> },
        {
          field: 'isReservable',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('device-types.isReservable.hint')} />,
        },
        {
          field: 'hasStatus',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('device-types.hasStatus.hint')} />,
        },
        {
          field: 'occupiedBlocksControl',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('device-types.occupiedBlocksControl.hint')} />,
        },
        {
          field: 'onPowerLoss',
          initial: null,
          input: (props) => (
            <ChoiceField
              {...props}
              options={powerLosses.map((each) => [each, t(`device-types.onPowerLoss.${each}`)])}
              description={t('device-types.onPowerLoss.hint')}
            />
          ),
        },
        {
          field: 'reportIntervalS',
          initial: 600,
          input: (props) => <NumberField {...props} unit="s" description={t('device-types.reportIntervalS.hint')} />,
        },
        {
          field: 'lowVoltage',
          initial: null,
          input: (props) => (
            <NumberField {...props} unit="V" decimals description={t('device-types.lowVoltage.hint')} />
          ),
        },
      ],
    },
    remove: { def: removeMany },
    inWords: (field, value) =>
      field === 'onPowerLoss' ? t(`device-types.onPowerLoss.${value as (typeof powerLosses)[number]}`) : undefined,
  }
}
