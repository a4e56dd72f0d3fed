import { Button, Loader } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod'
import { finishReply } from '../../../contract/identity-providers.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { returnOf } from '../../identity-provider/go-to-provider.ts'
import { http } from '../../link/http.ts'
import { config } from '../../shell/config.ts'
import { loginAddress } from '../../shell/session-flow.ts'
import { Alert } from '../../ui/alert.tsx'
import { notify } from '../../ui/notify.tsx'
import { tabStorage } from '../../ui/tab-storage.ts'
import { useHeading } from '../../ui/use-heading.ts'
import classes from './session.module.css'
import { SessionFrame } from './session-frame.tsx'

/** Where an identity provider sends people back to: finishes the sign-in, or the link, and goes on (ACC-12, ACC-10). */
export function Callback() {
  const t = useT()
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const started = useRef(false)
  const title = t(refusal ? 'oidc.failed' : 'oidc.busy')
  const heading = useHeading(title)
  const { from, redirect } = returnOf()

  useEffect(() => {
    if (started.current) return
    started.current = true
    const query = window.location.search.slice(1)
    // The code works once and in this browser only; still it stays in no history.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const goOn = ({ outcome, label }: z.output<typeof finishReply>) => {
      if (outcome === 'signed-in') return window.location.replace(loginAddress(redirect ?? '/'))
      if (outcome === 'university') {
        notify.success(t('oidc.university', { label }))
        return void navigate({ to: '/codes/add-tud-code', replace: true })
      }
      if (outcome === 'linked') {
        notify.success(t('oidc.linked', { label }))
        return void navigate({ to: '/profile', replace: true })
      }
      tabStorage.set('sign-in-to-confirm', label)
      notify.info(t('oidc.confirm.login', { label }), { displayMs: 15_000 })
      return void navigate({ to: '/users/oidc/confirm', replace: true })
    }
    const finish = async () => {
      const answer = await http('POST', '/users/oidc/finish', { body: { query: query || '-' }, answer: finishReply })
      if (answer.ok) goOn(answer.body)
      else setRefusal(answer.refusal)
    }
    void finish()
  }, [navigate, redirect, t])

  return (
    <SessionFrame lead={t('session.login.lead')}>
      <h1 className={classes.mainTitle} ref={heading} tabIndex={-1} data-focus-target>
        {title}
      </h1>
      {refusal === null ? (
        <Loader aria-hidden="true" />
      ) : (
        <>
          <Alert
            severity="error"
            action={
              refusal.code === 'admin-elsewhere' && <a href={config.current.adminUrl}>{t('session.login.adminLink')}</a>
            }
          >
            {refusalText(refusal)}
          </Alert>
          <Button size="lg" onClick={() => window.location.replace(from)}>
            {t('oidc.again')}
          </Button>
        </>
      )}
    </SessionFrame>
  )
}
