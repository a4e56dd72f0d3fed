import { useState } from 'react'
import { changeEmail } from '../../../contract/profile.ts'
import { TextField } from '../../forms/fields.tsx'
import { formFields } from '../../forms/form-fields.ts'
import { FormSection } from '../../forms/form-page.tsx'
import { useCommandForm } from '../../forms/use-command-form.tsx'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import classes from './profile.module.css'

export const emailFields = formFields(changeEmail, { email: 'profile.email.label' })

/** Asks for a link to a new address; until it is used the account keeps the old one. */
export function EmailChange({ email }: { email: string }) {
  const t = useT()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useCommandForm({
    def: changeEmail,
    fields: emailFields,
    initial: { email: '' },
    onDone: (reply) => {
      setSentTo(reply.email)
      form.restart({ email: '' })
    },
  })
  return (
    <FormSection form={form} act={t('profile.email.send')}>
      <p className={classes.text}>{t('profile.email.now', { email })}</p>
      {sentTo !== null && <Alert severity="success">{t('profile.email.sent', { email: sentTo })}</Alert>}
      <TextField
        form={form}
        path="email"
        type="email"
        autoComplete="email"
        maxLength={255}
        description={t('profile.email.hint')}
      />
    </FormSection>
  )
}
