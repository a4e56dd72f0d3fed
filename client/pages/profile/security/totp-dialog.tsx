import { useState } from 'react'
import type { Refusal } from '../../../../contract/refusals.ts'
import { confirmTotp } from '../../../../contract/session/security.ts'
import { refusalText, useT } from '../../../i18n/i18n.ts'
import { sendConfirmed } from '../../../security/confirm-identity.ts'
import { TotpSetup } from '../../../security/totp-setup.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

interface TotpDialogProps {
  offer: { readonly secret: string; readonly address: string }
  onClose: () => void
  onDone: (recoveryCodes: readonly string[] | null) => void
}

/** Sets one-time codes up: they are on once the first code was right. */
export function TotpDialog({ offer, onClose, onDone }: TotpDialogProps) {
  const t = useT()
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const submit = async () => {
    if (busy) return
    setBusy(true)
    setRefusal(null)
    const answer = await sendConfirmed(confirmTotp, { code })
    setBusy(false)
    if (answer.ok) return onDone(answer.reply.recoveryCodes)
    setCode('')
    setRefusal(answer.refusal)
  }
  return (
    <Dialog
      title={t('security.totp.setUp')}
      act={{ label: t('security.totp.turnOn'), busy }}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <TotpSetup {...offer} code={code} onCode={setCode} error={refusal && refusalText(refusal)} />
    </Dialog>
  )
}
