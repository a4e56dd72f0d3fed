import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Refusal } from '../../../contract/refusals.ts'
import { FieldError } from '../../forms/field-error.tsx'
import { i18n, refusalText, useT } from '../../i18n/i18n.ts'
import { post } from '../../link/http.ts'
import { dropLinkToken } from '../../shell/link-token.ts'
import { login } from '../../stores/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { NewPasswordFields, noPassword, passwordProblems } from './new-password.tsx'
import { OptionalName } from './optional-name.tsx'
import classes from './session.module.css'

const empty = { ...noPassword, firstname: '', lastname: '', terms: false }
type Values = typeof empty

/** An invited person without an account chooses a password, and is logged in (ACC-5). */
export function JoinForm({ token, email }: { token: string; email: string }) {
  const t = useT()
  const { language } = useSnapshot(i18n)
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const form = useForm<Values>({ initialValues: empty, validate: passwordProblems })
  const submit = async ({ password, firstname, lastname, terms }: Values) => {
    setRefusal(null)
    const names = { firstname: firstname.trim() || null, lastname: lastname.trim() || null }
    const answer = await post('/users/migrate_to_rm', { token, password, ...names, language, terms })
    if (!answer.ok) {
      const fields = (answer.refusal.fields ?? []).filter(({ path }) => path in empty)
      for (const { path, ...issue } of fields) form.setFieldError(path, <FieldError {...issue} />)
      if (fields.length === 0) setRefusal(answer.refusal)
      return
    }
    dropLinkToken('/users/migrate_to_rm')
    notify.success(t('invitations.accepted'))
    const done = await login(email, password)
    await navigate({ to: done.ok ? '/' : '/users/login', replace: true })
  }
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => submit(values))} noValidate>
      <p className={classes.introText}>{t('invitations.newAccount', { email })}</p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <OptionalName propsOf={(field) => form.getInputProps(field)} />
      <NewPasswordFields propsOf={(field) => form.getInputProps(field)} />
      <AcceptTerms {...form.getInputProps('terms', { type: 'checkbox' })} />
      {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
      <Button
        className={classes.submit ?? ''}
        type="submit"
        size="lg"
        loading={form.submitting}
        disabled={!form.getValues().terms}
        fullWidth
      >
        {t('invitations.join')}
      </Button>
    </form>
  )
}
