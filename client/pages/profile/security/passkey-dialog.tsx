import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Refusal } from '../../../../contract/refusals.ts'
import { addPasskey, offerPasskey, renamePasskey } from '../../../../contract/session/security.ts'
import { deviceOf } from '../../../../machines/user-agent.ts'
import { refusalText, useT } from '../../../i18n/i18n.ts'
import { send } from '../../../link/send.ts'
import { sendConfirmed } from '../../../security/confirm-identity.ts'
import { makePasskey } from '../../../security/passkey.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { notify } from '../../../ui/notify.tsx'

interface PasskeyDialogProps {
  /** Null = a new one. */
  passkey: { readonly id: number; readonly name: string } | null
  onClose: () => void
  onDone: (recoveryCodes?: readonly string[] | null) => void
}

/** Names a passkey; a new one is then made by the browser. */
export function PasskeyDialog({ passkey, onClose, onDone }: PasskeyDialogProps) {
  const t = useT()
  const [name, setName] = useState(passkey?.name ?? deviceName())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const refuse = (refusal: Refusal<string>) => setProblem(refusalText(refusal))

  const rename = async (passkeyId: number) => {
    const answer = await send(renamePasskey, { passkeyId, name })
    if (!answer.ok) return refuse(answer.refusal)
    onDone()
    onClose()
  }
  const add = async () => {
    const offer = await sendConfirmed(offerPasskey, {})
    if (!offer.ok) return refuse(offer.refusal)
    const made = await makePasskey(offer.reply)
    if (!made.ok) {
      if (made.why !== 'cancelled') setProblem(t(`security.passkeys.${made.why}`))
      return
    }
    const answer = await sendConfirmed(addPasskey, { name, response: made.response })
    if (!answer.ok) return refuse(answer.refusal)
    notify.success(t('security.passkeys.added'))
    onDone(answer.reply.recoveryCodes)
    onClose()
  }
  const submit = async () => {
    if (busy || name.trim() === '') return
    setBusy(true)
    setProblem(null)
    await (passkey ? rename(passkey.id) : add())
    setBusy(false)
  }
  const title = passkey ? t('security.passkeys.renameOf', { name: passkey.name }) : t('security.passkeys.add')
  return (
    <Dialog
      title={title}
      {...(passkey ? {} : { lead: t('security.passkeys.addLead') })}
      act={{ label: passkey ? t('security.passkeys.rename') : t('security.passkeys.add'), busy }}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {problem !== null && <Alert severity="error">{problem}</Alert>}
      <TextInput
        data-autofocus
        label={t('common.name')}
        description={t('security.passkeys.nameHint')}
        maxLength={100}
        value={name}
        error={name.trim() === '' && t('ui.field.required')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </Dialog>
  )
}

function deviceName(): string {
  const { browser, system } = deviceOf(navigator.userAgent)
  return [browser, system].filter((part) => part !== null).join(', ')
}
