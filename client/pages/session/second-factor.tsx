import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { sendSecondFactor } from '../../security/sign-in.ts'
import { Alert } from '../../ui/alert.tsx'
import { useHeading } from '../../ui/use-heading.ts'
import { PasskeyButton } from './passkey-button.tsx'
import classes from './session.module.css'

/** The step after the right password: a one-time code, a recovery code, or a passkey. */
export function SecondFactor({ onBack }: { onBack: () => void }) {
  const t = useT()
  const title = t('session.second.title')
  const heading = useHeading(title)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || code.trim().length < 6) return
    setBusy(true)
    setRefusal(null)
    const done = await sendSecondFactor(code.trim())
    setBusy(false)
    if (done.ok) return
    setCode('')
    setRefusal(done.refusal)
  }
  return (
    <>
      <div className={classes.intro}>
        <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
          {title}
        </h1>
        <p className={classes.introText}>{t('session.second.text')}</p>
      </div>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('common.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
        <Button className={classes.submit ?? ''} type="submit" size="lg" loading={busy} fullWidth>
          {t('common.logIn')}
        </Button>
        <PasskeyButton onRefused={setRefusal} />
        <Button variant="subtle" onClick={onBack}>
          {t('session.second.back')}
        </Button>
      </form>
    </>
  )
}
