import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod'
import type { Refusal } from '../../../contract/refusals.ts'
import { passwordLink } from '../../../contract/session.ts'
import { FieldError } from '../../forms/field-error.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { http } from '../../link/http.ts'
import { config } from '../../shell/config.ts'
import { dropLinkToken, linkToken } from '../../shell/link-token.ts'
import { useGuestQuery } from '../../stores/use-guest-query.ts'
import { Alert } from '../../ui/alert.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { useHeading } from '../../ui/use-heading.ts'
import { NewPasswordFields, noPassword, passwordProblems } from './new-password.tsx'
import { RequestLink } from './request-link.tsx'
import classes from './session.module.css'
import { SessionFrame } from './session-frame.tsx'

const page = '/users/password_reset'

/** A forgotten password: asks for a link, and sets a new password by the link of the mail (ACC-4). */
export function PasswordReset() {
  const t = useT()
  const [token] = useState(() => linkToken(page))
  const title = t(token === '' ? 'session.login.forgotten' : 'password.choose')
  const heading = useHeading(title)
  return (
    <SessionFrame lead={t('session.login.lead')}>
      <div className={classes.intro}>
        <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
          {title}
        </h1>
      </div>
      {token === '' ? <RequestLink /> : <ByLink token={token} />}
      <Link to="/users/login">{t('password.toLogin')}</Link>
    </SessionFrame>
  )
}

function ByLink({ token }: { token: string }) {
  const t = useT()
  const { view, refusal, retry } = useGuestQuery(passwordLink, { token })
  const [dead, setDead] = useState<Refusal<string> | null>(null)
  if (refusal) return <ErrorState text={refusalText(refusal)} onRetry={retry} />
  if (!view) return <PageSkeleton />
  const why = dead ?? (view.state === 'valid' ? null : { code: `link-${view.state}` })
  if (why === null) return <ChoosePassword token={token} onDead={setDead} />
  return (
    <>
      <Alert severity="warning">{refusalText(why)}</Alert>
      {why.code !== 'account-deactivated' && (
        <>
          <p className={classes.introText}>{t('password.askAgain')}</p>
          <RequestLink />
        </>
      )}
    </>
  )
}

const changed = z.object({ admin: z.boolean() })
const final: readonly string[] = ['link-expired', 'link-used', 'link-unknown', 'account-deactivated']

function ChoosePassword({ token, onDead }: { token: string; onDead: (refusal: Refusal<string>) => void }) {
  const t = useT()
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const [done, setDone] = useState<{ admin: boolean } | null>(null)
  const form = useForm({ initialValues: noPassword, validate: passwordProblems })
  const submit = async ({ password }: typeof noPassword) => {
    setRefusal(null)
    const answer = await http('POST', '/users/password_reset', { body: { token, password }, answer: changed })
    if (answer.ok) {
      dropLinkToken(page)
      return setDone(answer.body)
    }
    if (final.includes(answer.refusal.code)) {
      dropLinkToken(page)
      return onDead(answer.refusal)
    }
    const field = answer.refusal.fields?.find(({ path }) => path === 'password')
    if (field) form.setFieldError('password', <FieldError issue={field.issue} />)
    else setRefusal(answer.refusal)
  }
  if (done)
    return (
      <Alert
        severity="success"
        action={
          <a href={done.admin ? `${config.current.adminUrl}/users/login` : '/users/login'}>{t('common.logIn')}</a>
        }
      >
        {t('password.changed')}
      </Alert>
    )
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => submit(values))} noValidate>
      <NewPasswordFields propsOf={(field) => form.getInputProps(field)} />
      {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
      <Button className={classes.submit ?? ''} type="submit" size="lg" loading={form.submitting} fullWidth>
        {t('password.set')}
      </Button>
    </form>
  )
}
