import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod'
import type { Refusal } from '../../contract/refusals.ts'
import { factors } from '../../contract/session/security.ts'
import type { confirmInput } from '../../contract/session/sign-in.ts'
import { refusalText, useT } from '../i18n/i18n.ts'
import { http } from '../link/http.ts'
import { useQuery } from '../stores/use-query.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import layout from '../ui/layout.module.css'
import { PasswordField } from '../ui/password-field.tsx'
import { RowsSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { passkeyOptions, passkeysPossible, signWithPasskey } from './passkey.ts'

type Proof = z.input<typeof confirmInput>

/** Asks who the person is: by password, passkey or one-time code, what of it the account has. */
export function ConfirmDialog({ onAnswer }: { onAnswer: (confirmed: boolean) => void }) {
  const t = useT()
  const asked = useQuery(factors, {})
  const [chosen, setChosen] = useState<'password' | 'code' | null>(null)
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const own = asked.view
  const hasTotp = own !== null && own.totpSince !== null
  const field = chosen ?? (own?.hasPassword ? 'password' : hasTotp ? 'code' : null)
  const hasPasskey = own !== null && own.passkeys.length > 0 && passkeysPossible()

  // The field comes once it is known what the account has, after the dialog itself has taken the focus.
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field !== null) input.current?.focus()
  }, [field])

  const prove = async (proof: Proof) => {
    setBusy(true)
    setRefusal(null)
    const answer = await http('POST', '/users/confirm-identity', { body: proof, answer: z.unknown() })
    setBusy(false)
    if (answer.ok) return onAnswer(true)
    setTyped('')
    setRefusal(answer.refusal)
  }
  const submit = () => {
    if (busy || typed === '' || field === null) return
    void prove(field === 'password' ? { password: typed } : { code: typed })
  }
  const provePasskey = async () => {
    const path = '/users/confirm-identity/passkey-options'
    const offer = await http('POST', path, { answer: z.object({ options: passkeyOptions }) })
    if (!offer.ok) return setRefusal(offer.refusal)
    const signed = await signWithPasskey(offer.body.options)
    if (signed.ok) await prove({ response: signed.response })
    else if (signed.why !== 'cancelled') setRefusal({ code: 'passkey-refused' })
  }
  const choose = (next: 'password' | 'code') => {
    setChosen(next)
    setTyped('')
    setRefusal(null)
  }
  return (
    <Dialog
      title={t('security.confirm.title')}
      lead={t('security.confirm.text')}
      act={field !== null && { label: t('security.confirm.act'), busy }}
      onClose={() => onAnswer(false)}
      onSubmit={submit}
    >
      {own === null && asked.refusal === null && <RowsSkeleton rows={1} height="4rem" />}
      {own === null && asked.refusal !== null && <ErrorState text={refusalText(asked.refusal)} onRetry={asked.retry} />}
      {refusal && (
        <Alert severity="error" title={t('security.confirm.failed')}>
          {refusalText(refusal)}
        </Alert>
      )}
      {field === 'password' && (
        <PasswordField
          key="password"
          ref={input}
          label={t('session.login.password')}
          autoComplete="current-password"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {field === 'code' && (
        <TextInput
          key="code"
          ref={input}
          label={t('security.code.label')}
          description={t('security.code.hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {own && (
        <div className={layout.wrap}>
          {hasPasskey && (
            <Button variant="default" leftSection={<Icon name="key" size={20} />} onClick={() => void provePasskey()}>
              {t('session.login.passkey')}
            </Button>
          )}
          {field === 'password' && hasTotp && (
            <Button variant="default" onClick={() => choose('code')}>
              {t('security.confirm.useCode')}
            </Button>
          )}
          {field === 'code' && own.hasPassword && (
            <Button variant="default" onClick={() => choose('password')}>
              {t('security.confirm.usePassword')}
            </Button>
          )}
          {field === null && !hasPasskey && <Alert severity="warning">{t('security.confirm.none')}</Alert>}
        </div>
      )}
    </Dialog>
  )
}
