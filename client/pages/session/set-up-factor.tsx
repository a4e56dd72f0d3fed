import { Button } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { RecoveryCodes } from '../../security/recovery-codes.tsx'
import { confirmFactor, offerFactor } from '../../security/sign-in.ts'
import { TotpSetup } from '../../security/totp-setup.tsx'
import { followNewSession } from '../../stores/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { useHeading } from '../../ui/use-heading.ts'
import classes from './session.module.css'

/** The step after the right password where a second factor is required and there is none: one-time codes are set up. */
export function SetUpFactor({ onBack }: { onBack: () => void }) {
  const t = useT()
  const title = t('session.factor.title')
  const heading = useHeading(title)
  const [offer, setOffer] = useState<{ secret: string; address: string } | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  useEffect(() => {
    let active = true
    void offerFactor().then((answer) => {
      if (!active) return
      if (answer.ok) setOffer(answer)
      else setRefusal(answer.refusal)
    })
    return () => {
      active = false
    }
  }, [])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefusal(null)
    if (codes) return followNewSession()
    const done = await confirmFactor(code)
    setBusy(false)
    setCode('')
    if (done.ok) setCodes(done.recoveryCodes)
    else setRefusal(done.refusal)
  }
  return (
    <>
      <div className={classes.intro}>
        <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
          {title}
        </h1>
        <p className={classes.introText}>{t('session.factor.text')}</p>
      </div>
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        {!offer && !refusal && <RowsSkeleton rows={2} height="6rem" />}
        {offer && !codes && <TotpSetup {...offer} code={code} onCode={setCode} />}
        {codes && <RecoveryCodes codes={codes} />}
        {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
        {offer && (
          <Button className={classes.submit ?? ''} type="submit" size="lg" loading={busy} fullWidth>
            {t('session.factor.go')}
          </Button>
        )}
        {!codes && (
          <Button variant="subtle" onClick={onBack}>
            {t('session.second.back')}
          </Button>
        )}
      </form>
    </>
  )
}
