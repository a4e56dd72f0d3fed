import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { minPassword, passwordFits } from '../../../machines/password.ts'
import { chosenInput } from '../../chosen-place/chosen-place.ts'
import { ChosenSummary } from '../../chosen-place/chosen-summary.tsx'
import { FieldError } from '../../forms/field-error.tsx'
import { i18n, refusalText, useT } from '../../i18n/i18n.ts'
import { post } from '../../link/http.ts'
import { Alert } from '../../ui/alert.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useHeading } from '../../ui/use-heading.ts'
import { AcceptTerms } from './accept-terms.tsx'
import { LinkSent } from './link-sent.tsx'
import { OptionalName } from './optional-name.tsx'
import classes from './session.module.css'
import { SessionFrame } from './session-frame.tsx'
import { SessionTabs } from './session-tabs.tsx'

const empty = { email: '', password: '', repeated: '', firstname: '', lastname: '', tosAccepted: false }
type Field = keyof typeof empty

/** What the server says in its own words; everything else is the specified sentence. */
const told = new Set(['email-used', 'password-too-common', 'too-many-requests', 'no-answer', 'server-busy'])

/** Registration (ACC-3): with the terms ticked, a link is sent by mail. What was chosen before is held after the confirmation. */
export function Register() {
  const t = useT()
  const { company } = useParams({ strict: false })
  const { email: invited } = useSearch({ strict: false })
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const title = t('session.register.title')
  const heading = useHeading(title)
  const rule = t('session.register.passwordHint', { minimum: minPassword.registration })
  const form = useForm({
    initialValues: { ...empty, email: typeof invited === 'string' ? invited : '' },
    validate: ({ email, password, repeated }) => {
      const wrong: Partial<Record<Field, string>> = {}
      if (email.trim() === '') wrong.email = t('ui.field.required')
      else if (!/^\S+@\S+\.\S+$/.test(email.trim())) wrong.email = t('ui.field.email')
      if (password === '') wrong.password = t('ui.field.required')
      else if (!passwordFits(password, 'registration')) wrong.password = rule
      if (repeated !== password) wrong.repeated = t('session.register.different')
      return wrong
    },
  })

  const submit = async ({ repeated: _, email, firstname, lastname, ...values }: typeof empty) => {
    setRefusal(null)
    const answer = await post('/users/register', {
      ...values,
      email: email.trim(),
      firstname: firstname.trim() || null,
      lastname: lastname.trim() || null,
      language: i18n.language,
      company: company ?? null,
      chosen: chosenInput(),
    })
    if (answer.ok) return setSentTo(email.trim())
    const fields = (answer.refusal.fields ?? []).filter(({ path }) => path in empty)
    for (const { path, ...issue } of fields) form.setFieldError(path, <FieldError {...issue} />)
    if (answer.refusal.code === 'email-used') form.setFieldError('email', refusalText(answer.refusal))
    else if (fields.length === 0) setRefusal(answer.refusal)
  }

  if (sentTo !== null) return <LinkSent email={sentTo} />
  return (
    <SessionFrame lead={t('session.login.lead')}>
      <SessionTabs />
      <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
        {title}
      </h1>
      <ChosenSummary />
      <form className={classes.form} onSubmit={form.onSubmit((values) => submit(values))} noValidate>
        <TextInput
          label={t('session.setup.email')}
          description={t('session.register.emailHint')}
          type="email"
          autoComplete="email"
          {...form.getInputProps('email')}
        />
        <PasswordField
          label={t('session.login.password')}
          description={rule}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('session.register.repeat')}
          autoComplete="new-password"
          {...form.getInputProps('repeated')}
        />
        <OptionalName propsOf={(field) => form.getInputProps(field)} />
        <AcceptTerms {...form.getInputProps('tosAccepted', { type: 'checkbox' })} />
        {refusal && (
          <Alert severity="error">{told.has(refusal.code) ? refusalText(refusal) : t('session.register.failed')}</Alert>
        )}
        <Button
          className={classes.submit ?? ''}
          type="submit"
          size="lg"
          loading={form.submitting}
          disabled={!form.values.tosAccepted}
          fullWidth
        >
          {t('session.register.tab')}
        </Button>
      </form>
      <p className={classes.introText}>
        {t('session.register.known')} <Link to="/users/login">{t('common.logIn')}</Link>
      </p>
    </SessionFrame>
  )
}
