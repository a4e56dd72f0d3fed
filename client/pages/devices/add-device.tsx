import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { add } from '../../../contract/devices/admin.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { deviceFields, emptyDevice, toEdit } from './device-fields.ts'
import { DeviceForm } from './device-form.tsx'

const route = getRouteApi('/devices/add')

/** A new device. */
export function AddDevice() {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: deviceFields,
    mode: 'add',
    initial: { ...emptyDevice, ...route.useSearch() },
    toInput: toEdit,
    onDone: (_, { name }) => {
      notify.success(t('device-admin.added', { name }))
      void navigate({ to: '/devices' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('device-admin.add')}
      lead={t('device-admin.add.lead')}
      back={<BackButton otherwise="/devices">{t('common.devices')}</BackButton>}
    >
      <DeviceForm form={form} />
    </FormPage>
  )
}
