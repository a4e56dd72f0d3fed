import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { useT } from '../../i18n/i18n.ts'
import { autofillPossible, passkeysPossible, withdrawAutofill } from '../../security/passkey.ts'
import { signInWithPasskey } from '../../security/sign-in.ts'
import { Icon } from '../../ui/icons.tsx'

interface PasskeyButtonProps {
  onRefused: (refusal: Refusal<string>) => void
  /** The browser also offers passkeys in the field for the name. */
  autofill?: boolean
}

/** The browser's offer is renewed before its challenge is too old. */
const renewMs = 4 * 60_000

/** Logs in with a passkey, without a name; nothing where the browser or the address knows none. */
export function PasskeyButton({ onRefused, autofill = false }: PasskeyButtonProps) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const refused = useRef(onRefused)
  useEffect(() => {
    refused.current = onRefused
  })
  useEffect(() => {
    if (!autofill || busy) return
    let active = true
    const offer = async () => {
      if (!(await autofillPossible().catch(() => false)) || !active) return
      const done = await signInWithPasskey({ autofill: true })
      if (active && done && !done.ok && done.refusal.code !== 'no-answer') refused.current(done.refusal)
    }
    void offer()
    const renewing = setInterval(() => void offer(), renewMs)
    return () => {
      active = false
      clearInterval(renewing)
      withdrawAutofill()
    }
  }, [autofill, busy])
  if (!passkeysPossible()) return null
  const signIn = async () => {
    setBusy(true)
    const done = await signInWithPasskey()
    setBusy(false)
    if (done && !done.ok) onRefused(done.refusal)
  }
  return (
    <Button
      variant="default"
      size="lg"
      fullWidth
      loading={busy}
      leftSection={<Icon name="key" size={20} />}
      onClick={() => void signIn()}
    >
      {t('session.login.passkey')}
    </Button>
  )
}
