import { useNavigate } from '@tanstack/react-router'
import { add } from '../../../contract/device-access-methods.ts'
import { FormPage } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { BackButton } from '../../ui/back-button.tsx'
import { notify } from '../../ui/notify.tsx'
import { accessMethodFields, newAccessMethod } from './access-method-fields.ts'
import { AccessMethodForm } from './access-method-form.tsx'

/** A new access method. */
export function AddAccessMethod() {
  const t = useT()
  const navigate = useNavigate()
  const form = useCommandForm({
    def: add,
    fields: accessMethodFields,
    mode: 'add',
    initial: newAccessMethod,
    onDone: (_, { displayName }) => {
      notify.success(t('device-access-methods.added', { name: displayName }))
      void navigate({ to: '/device-access-methods' })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('device-access-methods.add')}
      lead={t('device-access-methods.lead')}
      back={<BackButton otherwise="/device-access-methods">{t('device-access-methods.title')}</BackButton>}
    >
      <AccessMethodForm form={form} />
    </FormPage>
  )
}
