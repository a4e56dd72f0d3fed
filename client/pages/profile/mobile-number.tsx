import { changeNotificationSettings, type NotificationSettings } from '../../../contract/people.ts'
import { TextField } from '../../forms/fields.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { FormSection } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'

/** What of the notification settings is typed; switches save themselves. */
export const mobileNumberFields = formFields(changeNotificationSettings, { mobileNumber: 'profile.number.label' }, [
  'settings',
  'settings.group',
  'settings.mail',
  'settings.sms',
  'smsConsent',
])

interface MobileNumberProps {
  settings: NotificationSettings
  onSaved: (settings: NotificationSettings) => void
}

/** The number for SMS. It is kept as it is dialled from everywhere, and shown so once it is saved. */
export function MobileNumber({ settings: { mobileNumber, mobileValid }, onSaved }: MobileNumberProps) {
  const t = useT()
  const form = useCommandForm({
    def: changeNotificationSettings,
    fields: mobileNumberFields,
    initial: { mobileNumber: mobileNumber ?? '' },
    onDone: (saved) => {
      form.restart({ mobileNumber: saved.mobileNumber ?? '' })
      onSaved(saved)
      notify.success(t('profile.saved'), { id: 'profile' })
    },
  })
  return (
    <FormSection form={form} act={t('profile.number.save')}>
      {mobileNumber !== null && !mobileValid && !form.dirty && (
        <Alert severity="warning">{t('profile.number.unreachable')}</Alert>
      )}
      <TextField
        form={form}
        path="mobileNumber"
        type="tel"
        autoComplete="tel"
        description={t('profile.number.hint')}
        maxLength={45}
      />
    </FormSection>
  )
}
