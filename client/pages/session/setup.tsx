import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { setupInput } from '../../../contract/session.ts'
import { passwordFits } from '../../../machines/password.ts'
import { FieldError } from '../../forms/field-error.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { post } from '../../link/http.ts'
import { config } from '../../shell/config.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useHeading } from '../../ui/use-heading.ts'
import classes from './session.module.css'
import { SessionFrame } from './session-frame.tsx'

const empty = { token: '', email: '', username: '', password: '' }
type Field = keyof typeof empty

/** One-time set-up of a server: the token that it printed creates the first admin. */
export function Setup() {
  const t = useT()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const title = t('session.setup.title')
  const heading = useHeading(title)

  const token = new URLSearchParams(window.location.search).get('token') ?? ''
  const form = useForm({
    initialValues: { ...empty, token },
    validate: (values) => {
      const wrong: Partial<Record<Field, string>> = {}
      const parsed = setupInput.safeParse(values)
      for (const issue of parsed.error?.issues ?? []) {
        const field = issue.path[0] as Field
        wrong[field] ??=
          values[field].trim() === ''
            ? t('ui.field.required')
            : t(field === 'email' ? 'ui.field.email' : 'ui.field.invalid')
      }
      if (values.password === '') wrong.password = t('ui.field.required')
      else if (!passwordFits(values.password, 'new')) wrong.password = t('session.setup.passwordHint')
      return wrong
    },
  })

  const submit = async (values: typeof empty) => {
    setRefusal(null)
    const answer = await post('/setup', values)
    if (!answer.ok) {
      setRefusal(answer.refusal)
      for (const { path, ...issue } of answer.refusal.fields ?? [])
        if (path in empty) form.setFieldError(path, <FieldError {...issue} />)
      return
    }
    config.current = { ...config.current, setupNeeded: false }
    notify.success(t('session.setup.done'))
    await navigate({ to: '/users/login' })
  }

  return (
    <SessionFrame lead={t('session.login.adminLead')}>
      <div className={classes.intro}>
        <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
          {title}
        </h1>
        {config.current.setupNeeded && <p className={classes.introText}>{t('session.setup.lead')}</p>}
      </div>
      {config.current.setupNeeded ? (
        <form className={classes.form} onSubmit={form.onSubmit((values) => submit(values))} noValidate>
          <PasswordField label={t('session.setup.token')} autoComplete="off" {...form.getInputProps('token')} />
          <TextInput
            label={t('session.setup.email')}
            type="email"
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('session.setup.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('username')}
          />
          <PasswordField
            label={t('session.login.password')}
            description={t('session.setup.passwordHint')}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
          <Button className={classes.submit ?? ''} type="submit" size="lg" loading={form.submitting} fullWidth>
            {t('session.setup.submit')}
          </Button>
        </form>
      ) : (
        <Alert severity="info" action={<Link to="/users/login">{t('common.logIn')}</Link>}>
          {t('session.setup.notNeeded')}
        </Alert>
      )}
    </SessionFrame>
  )
}
