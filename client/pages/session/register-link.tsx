import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import type * as z from 'zod'
import type { Refusal } from '../../../contract/refusals.ts'
import { confirmReply, registerLinkReply } from '../../../contract/registration.ts'
import { chosenInput, keepChosen } from '../../chosen-place/chosen-place.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { http, post } from '../../link/http.ts'
import { dropLinkToken, linkToken } from '../../shell/link-token.ts'
import { goOn } from '../../shell/session-flow.ts'
import { followNewSession } from '../../stores/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useHeading } from '../../ui/use-heading.ts'
import { MailFolder } from './mail-folder.tsx'
import classes from './session.module.css'
import { SessionFrame } from './session-frame.tsx'

const page = '/users/register_link'
type Found = z.output<typeof registerLinkReply>

/** The mail's link of a registration. Opening it changes nothing: it acts on a click, and logs in (rule SE-10). */
export function RegisterLink() {
  const t = useT()
  const [token] = useState(() => linkToken(page))
  const [found, setFound] = useState<Found | null>(null)
  const [dead, setDead] = useState<Refusal<string> | null>(null)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [confirmed, setConfirmed] = useState(false)
  const title = t('session.confirm.title')
  const heading = useHeading(title)

  useEffect(() => {
    const path = `/users/getUserEmailWithRegisterToken?token=${encodeURIComponent(token)}`
    void http('GET', path, { answer: registerLinkReply }).then((answer) => {
      if (answer.ok) setFound(answer.body)
      else setDead(answer.refusal)
    })
  }, [token])

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    setRefusal(null)
    setBusy(true)
    const body = found?.sameBrowser ? { token } : { token, password }
    const answer = await http('POST', '/users/register_confirm', { body, answer: confirmReply })
    if (!answer.ok) {
      setBusy(false)
      if (answer.refusal.code.startsWith('link-')) setDead(answer.refusal)
      else setRefusal(answer.refusal)
      return
    }
    dropLinkToken(page)
    notify.success(t('session.confirm.done'))
    const { loggedIn, chosen } = answer.body
    // The tab that chose the place knows its name; another one only what the server kept.
    if (chosen && chosenInput() === null)
      keepChosen({ ...chosen, name: null, site: null, timeZone: null, priceCents: null })
    if (!loggedIn) {
      setBusy(false)
      return setConfirmed(true)
    }
    await followNewSession()
    await goOn()
  }

  return (
    <SessionFrame lead={t('session.login.lead')}>
      <div className={classes.intro}>
        <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
          {title}
        </h1>
        {found && !dead && !confirmed && (
          <p className={classes.introText}>{t('session.confirm.text', { email: found.email })}</p>
        )}
      </div>
      {dead && <DeadLink token={token} refusal={dead} />}
      {confirmed && (
        <Alert
          severity="success"
          action={
            <Link className={classes.termsLink} to="/users/login">
              {t('common.logIn')}
            </Link>
          }
        >
          {t('session.confirm.done')}
        </Alert>
      )}
      {found && !dead && !confirmed && (
        <form className={classes.form} onSubmit={(event) => void confirm(event)} noValidate>
          {!found.sameBrowser && (
            <PasswordField
              label={t('session.login.password')}
              description={t('session.confirm.passwordHint')}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          {refusal && (
            <Alert severity="error">
              {refusal.code === 'invalid-credentials' ? t('session.confirm.wrongPassword') : refusalText(refusal)}
            </Alert>
          )}
          <Button
            className={classes.submit ?? ''}
            type="submit"
            size="lg"
            loading={busy}
            disabled={!found.sameBrowser && password === ''}
            fullWidth
          >
            {t('session.confirm.submit')}
          </Button>
        </form>
      )}
    </SessionFrame>
  )
}

/** Why a link no longer works, and what helps: a new one by a click, the login, or another registration. */
function DeadLink({ token, refusal }: { token: string; refusal: Refusal<string> }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState(false)
  const renew = async () => {
    setBusy(true)
    const answer = await post('/users/register_renew', { token })
    setBusy(false)
    if (answer.ok) setSent(true)
    else notify.error(refusalText(answer.refusal))
  }
  if (sent)
    return (
      <>
        <Alert severity="success">{t('session.confirm.renewed')}</Alert>
        <MailFolder />
      </>
    )
  const text = {
    'link-expired': t('session.confirm.expired'),
    'link-used': t('session.confirm.used'),
    'link-unknown': t('session.confirm.unknown'),
  }[refusal.code]
  return (
    <>
      <Alert severity={refusal.code === 'link-used' ? 'info' : 'warning'}>{text ?? refusalText(refusal)}</Alert>
      {refusal.code === 'link-expired' && (
        <Button size="lg" loading={busy} onClick={() => void renew()}>
          {t('session.confirm.renew')}
        </Button>
      )}
      <p className={classes.terms}>
        <Link className={classes.termsLink} to="/users/login">
          {t('common.logIn')}
        </Link>
        <Link className={classes.termsLink} to="/users/register">
          {t('session.register.tab')}
        </Link>
      </p>
    </>
  )
}
