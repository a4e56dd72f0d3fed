import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Refusal, type RefusalEntry, refusals } from '../../../contract/refusals.ts'
import { ChosenSummary } from '../../chosen-place/chosen-summary.tsx'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { config } from '../../shell/config.ts'
import { login } from '../../stores/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useCountdown } from '../../ui/use-countdown.ts'
import { useHeading } from '../../ui/use-heading.ts'
import { DemoLogins } from './demo-logins.tsx'
import { type LoginStep, NextStep, stepOf } from './next-step.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { ProviderButton } from './provider-button.tsx'
import { RenewLink } from './renew-link.tsx'
import classes from './session.module.css'
import { SessionFrame } from './session-frame.tsx'
import { SessionTabs } from './session-tabs.tsx'
import { UnknownCompany } from './unknown-company.tsx'

/** A refused login as it stands on screen: 401 for 5 s, 403 for 10 s, 429 as long as the lock, with the seconds left (ACC-2). */
function useRefusal() {
  const [shown, setShown] = useState<{ refusal: Refusal<string>; until: number } | null>(null)
  const left = useCountdown(shown?.until ?? null)
  const entry: RefusalEntry | undefined = shown
    ? (refusals as Record<string, RefusalEntry>)[shown.refusal.code]
    : undefined
  const gone = shown === null || left === 0
  const show = (refusal: Refusal<string>) => {
    const known = (refusals as Record<string, RefusalEntry>)[refusal.code] ?? refusals['unknown-failure']
    const seconds = Number(refusal.params?.['seconds'])
    const ms = refusal.code === 'login-blocked' && seconds > 0 ? seconds * 1_000 : known.displayMs || 60_000
    setShown({ refusal, until: Date.now() + ms })
  }
  return {
    show,
    clear: () => setShown(null),
    left,
    entry,
    refusal: gone ? null : shown.refusal,
    locked: !gone && shown.refusal.code === 'login-blocked',
  }
}

/** Login by e-mail or username (ACC-1); after it the router goes where the person wanted to go. */
export function Login() {
  const t = useT()
  const { redirect, demo: demoLogin } = useSearch({ strict: false })
  const { app, adminUrl, portalUrl, setupNeeded, demo } = config.current
  const prefilled = demo.find((each) => each.login === demoLogin && each.app === app)
  const [name, setName] = useState(prefilled?.login ?? '')
  const [password, setPassword] = useState(prefilled?.password ?? '')
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState(false)
  const [step, setStep] = useState<LoginStep | null>(null)
  const refused = useRefusal()
  const submitButton = useRef<HTMLButtonElement>(null)
  const title = t('session.login.title')

  const heading = useHeading(title)

  const toAdmin = refused.refusal?.code === 'admin-elsewhere'
  useEffect(() => {
    if (!toAdmin) return
    const way = setTimeout(() => window.location.assign(`${adminUrl}/users/login`), 2_500)
    return () => clearTimeout(way)
  }, [toAdmin, adminUrl])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (busy || refused.locked || name.trim() === '' || password === '') return
    refused.clear()
    setBusy(true)
    const answer = await login(name.trim(), password)
    setBusy(false)
    if (answer.ok) return
    const next = stepOf(answer.refusal)
    setStep(next)
    if (!next) refused.show(answer.refusal)
  }

  const textOf = (refusal: Refusal<string>, seconds: number) =>
    refusalText({ ...refusal, params: { ...refusal.params, seconds } })
  if (step) return <NextStep step={step} onBack={() => setStep(null)} />
  return (
    <SessionFrame lead={t(app === 'admin' ? 'session.login.adminLead' : 'session.login.lead')}>
      <SessionTabs />
      <div className={classes.intro}>
        <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
          {title}
        </h1>
        {redirect !== undefined && <p className={classes.introText}>{t('session.login.goOn')}</p>}
      </div>
      <ChosenSummary />
      <UnknownCompany />
      {setupNeeded && (
        <Alert severity="info" action={<a href="/setup">{t('session.setup.link')}</a>}>
          {t('session.setup.start')}
        </Alert>
      )}
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('session.login.name')}
          name="username"
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          required
          withAsterisk={false}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={tried && name.trim() === '' && t('ui.field.required')}
        />
        <PasswordField
          label={t('session.login.password')}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && password === '' && t('ui.field.required')}
        />
        {refused.refusal && (
          <Alert
            severity={refused.entry?.severity ?? 'error'}
            action={
              toAdmin ? (
                <a href={adminUrl}>{t('session.login.adminLink')}</a>
              ) : (
                (refused.refusal.code === 'not-an-admin' && <a href={portalUrl}>{t('session.login.portalLink')}</a>) ||
                (refused.refusal.code === 'registration-not-finished' && <RenewLink email={name.trim()} />)
              )
            }
          >
            {refused.locked ? (
              <>
                <span aria-hidden="true">{textOf(refused.refusal, refused.left)}</span>
                <VisuallyHidden>
                  {textOf(refused.refusal, Number(refused.refusal.params?.['seconds'] ?? 60))}
                </VisuallyHidden>
              </>
            ) : (
              refusalText(refused.refusal)
            )}
          </Alert>
        )}
        <Button
          ref={submitButton}
          className={classes.submit ?? ''}
          type="submit"
          size="lg"
          loading={busy}
          disabled={refused.locked}
          fullWidth
        >
          {refused.locked ? t('session.login.wait', { seconds: refused.left }) : t('common.logIn')}
        </Button>
        <PasskeyButton autofill onRefused={refused.show} />
      </form>
      <Link to="/users/password_reset">{t('session.login.forgotten')}</Link>
      <ProviderButton redirect={typeof redirect === 'string' ? redirect : undefined} />
      <DemoLogins
        chosen={name}
        onChoose={(each) => {
          setName(each.login)
          setPassword(each.password)
          refused.clear()
          submitButton.current?.focus()
        }}
      />
    </SessionFrame>
  )
}
