import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { resetRequestInput } from '../../../contract/session.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { post } from '../../link/http.ts'
import { dropLinkToken } from '../../shell/link-token.ts'
import { Alert } from '../../ui/alert.tsx'
import { MailFolder } from './mail-folder.tsx'
import classes from './session.module.css'

/** Asks for a mail with a link. What it says afterwards does not depend on whether the address has an account. */
export function RequestLink() {
  const t = useT()
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initialValues: { email: '' },
    validate: ({ email }) => {
      if (email.trim() === '') return { email: t('ui.field.required') }
      return resetRequestInput.safeParse({ email }).success ? {} : { email: t('ui.field.email') }
    },
  })
  const submit = async ({ email }: { email: string }) => {
    setRefusal(null)
    const answer = await post('/users/password_reset_request', { email: email.trim() })
    if (!answer.ok) return setRefusal(answer.refusal)
    dropLinkToken('/users/password_reset')
    setSentTo(email.trim())
  }
  if (sentTo !== null)
    return (
      <>
        <Alert severity="success">{t('password.sent', { email: sentTo })}</Alert>
        <p className={classes.introText}>{t('password.sent.hint')}</p>
        <MailFolder />
      </>
    )
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => submit(values))} noValidate>
      <TextInput
        label={t('session.setup.email')}
        description={t('password.email.hint')}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
      <Button className={classes.submit ?? ''} type="submit" size="lg" loading={form.submitting} fullWidth>
        {t('password.send')}
      </Button>
    </form>
  )
}
