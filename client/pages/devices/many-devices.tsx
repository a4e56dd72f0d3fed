import { useSnapshot } from 'valtio'
import { editMany, options, removeMany } from '../../../contract/devices/admin.ts'
import { maxLength } from '../../../contract/fields.ts'
import { LinksField, noLinks } from '../../bulk/links-field.tsx'
import { type ManyVerbs, manyFields } from '../../bulk/many-verbs.ts'
import { searchOf } from '../../device-admin/search-of.ts'
import { maintenanceOptions } from '../../devices/maintenance-text.ts'
import { ChoiceField, NumberField, SwitchField, TextField } from '../../forms/fields.tsx'
import { ReferenceField } from '../../forms/reference-field.tsx'
import { useT } from '../../i18n/i18n.ts'
import { nameIn } from '../../i18n/named.ts'
import { session } from '../../stores/session.ts'
import { deviceFields } from './device-fields.ts'

/** The inputs of an edit of several devices. */
export const manyDevicesFields = manyFields(editMany, deviceFields)

/** What can be done with several devices. */
export function useManyDevices(): ManyVerbs {
  const t = useT()
  const isAdmin = useSnapshot(session).role === 'Admin'
  return {
    edit: {
      def: editMany,
      fields: manyDevicesFields,
      labels: deviceFields,
      inputs: [
        {
          field: 'monitoring',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('device-admin.monitoring.hint')} />,
        },
        {
          field: 'sendMail',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('device-admin.sendMail.hint')} />,
        },
        {
          field: 'maintenanceState',
          initial: null,
          input: (props) => (
            <ChoiceField
              {...props}
              options={maintenanceOptions(t)}
              description={t('device-admin.maintenanceState.hint')}
            />
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
              description={t('device-admin.comment.hint')}
            />
          ),
        },
        {
          field: 'deviceTypeId',
          initial: null,
          input: (props) => (
            <ReferenceField
              {...props}
              query={options}
              toQuery={searchOf('deviceType')}
              toOptions={(found) => found.map((each) => ({ id: each.id, name: nameIn(each) }))}
              description={t('device-admin.type.hint')}
            />
          ),
        },
        {
          field: 'locationId',
          initial: null,
          input: (props) => (
            <ReferenceField
              {...props}
              clearable
              query={options}
              toQuery={searchOf('location')}
              toOptions={(found) => found}
              description={t('device-admin.location.hint')}
            />
          ),
        },
        {
          field: 'accessMethodIds',
          initial: noLinks,
          input: (props) => (
            <LinksField
              {...props}
              query={options}
              toQuery={searchOf('accessMethod')}
              toOptions={(found) => found.map((each) => ({ id: each.id, name: nameIn(each) }))}
            />
          ),
        },
        {
          field: 'autoClose',
          initial: true,
          input: (props) => <SwitchField {...props} description={t('device-admin.autoClose.hint')} />,
        },
        {
          field: 'autoCloseGatetimeSec',
          initial: 60,
          input: (props) => <NumberField {...props} unit="s" description={t('device-admin.autoCloseGatetime.hint')} />,
        },
        {
          field: 'autoCloseUnusedGatetimeSec',
          initial: 180,
          input: (props) => (
            <NumberField {...props} unit="s" description={t('device-admin.autoCloseUnusedGatetime.hint')} />
          ),
        },
        {
          field: 'isMandatory',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('device-admin.isMandatory.hint')} />,
        },
        {
          field: 'isOptional',
          initial: false,
          input: (props) => <SwitchField {...props} description={t('device-admin.isOptional.hint')} />,
        },
        {
          field: 'pathNumber',
          initial: -1,
          input: (props) => <NumberField {...props} description={t('device-admin.pathNumber.hint')} />,
        },
        {
          field: 'pathName',
          initial: null,
          input: (props) => (
            <TextField {...props} maxLength={maxLength.name} description={t('device-admin.pathName.hint')} />
          ),
        },
        {
          field: 'postActionDelayMs',
          initial: 0,
          input: (props) => <NumberField {...props} unit="ms" description={t('device-admin.postActionDelay.hint')} />,
        },
      ],
    },
    remove: isAdmin ? { def: removeMany } : null,
  }
}
