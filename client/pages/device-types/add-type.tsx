import { useNavigate } from '@tanstack/react-router'
import { add } from '../../../contract/device-types.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { deviceTypeFields, newDeviceType, toEdit } from './type-fields.ts'
import { DeviceTypeForm } from './type-form.tsx'

/** A new device type. */
export function AddDeviceType() {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: deviceTypeFields,
    mode: 'add',
    initial: newDeviceType,
    toInput: (values) => toEdit(values),
    onDone: (_, { displayName }) => {
      notify.success(t('device-types.added', { name: displayName }))
      void navigate({ to: '/device-types' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('device-types.add')}
      lead={t('device-types.lead')}
      back={<BackButton otherwise="/device-types">{t('device-types.title')}</BackButton>}
    >
      <DeviceTypeForm form={form} />
    </FormPage>
  )
}
