import { Switch } from '@mantine/core'
import { removeFactors, requireFactorOfAdmins } from '../../../../contract/session/security.ts'
import { TextField } from '../../../forms/fields.tsx'
import { formFields } from '../../../forms/form-fields.ts'
import { FormSection } from '../../../forms/form-page.tsx'
import { useCommandForm } from '../../../forms/use-command-form.tsx'
import { useT } from '../../../i18n/i18n.ts'
import { sendConfirmed } from '../../../security/confirm-identity.ts'
import { notify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/page.tsx'
import classes from './security.module.css'

export const removeFactorsFields = formFields(removeFactors, { email: 'security.admins.email' })

interface AdminFactorsPanelProps {
  required: boolean
  onChanged: () => void
}

/** For admins: whether all admins need a second factor, and help for somebody who lost theirs. */
export function AdminFactorsPanel({ required, onChanged }: AdminFactorsPanelProps) {
  const t = useT()
  const form = useCommandForm({
    def: removeFactors,
    fields: removeFactorsFields,
    initial: { email: '' },
    onDone: () => {
      form.restart({ email: '' })
      notify.success(t('security.admins.removed'))
      onChanged()
    },
  })
  const change = async (next: boolean) => {
    const answer = await sendConfirmed(requireFactorOfAdmins, { required: next })
    if (!answer.ok) notify.refusal(answer.refusal)
    onChanged()
  }
  return (
    <Panel title={t('security.admins.title')}>
      <div className={classes.column}>
        <Switch
          checked={required}
          label={t('security.admins.label')}
          description={t('security.admins.hint')}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <FormSection form={form} act={t('security.admins.act')}>
          <TextField
            form={form}
            path="email"
            type="email"
            description={t('security.admins.emailHint')}
            maxLength={255}
          />
        </FormSection>
      </div>
    </Panel>
  )
}
