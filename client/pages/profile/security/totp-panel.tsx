import { Button } from '@mantine/core'
import { useState } from 'react'
import { offerTotp, removeTotp } from '../../../../contract/session/security.ts'
import { formatDateTime } from '../../../i18n/format.ts'
import { useT } from '../../../i18n/i18n.ts'
import { sendConfirmed } from '../../../security/confirm-identity.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/page.tsx'
import classes from './security.module.css'
import { TotpDialog } from './totp-dialog.tsx'

interface TotpPanelProps {
  since: string | null
  onChanged: (recoveryCodes?: readonly string[] | null) => void
}

/** One-time codes of an authenticator app: on or off. */
export function TotpPanel({ since, onChanged }: TotpPanelProps) {
  const t = useT()
  const [offer, setOffer] = useState<{ secret: string; address: string } | null>(null)
  const turnOn = async () => {
    const answer = await sendConfirmed(offerTotp, {})
    if (answer.ok) setOffer(answer.reply)
    else notify.refusal(answer.refusal)
  }
  const turnOff = async () => {
    const title = t('security.totp.turnOffTitle')
    const text = t('security.totp.turnOffText')
    if (!(await confirm({ title, text, act: t('security.totp.turnOff'), tone: 'error' }))) return
    const answer = await sendConfirmed(removeTotp, {})
    if (answer.ok) onChanged()
    else notify.refusal(answer.refusal)
  }
  return (
    <Panel title={t('security.totp.title')}>
      <p className={classes.text}>{t('security.totp.text')}</p>
      <p className={classes.text}>
        {since === null ? t('security.totp.off') : t('security.totp.on', { time: formatDateTime(since) })}
      </p>
      {since === null ? (
        <Button onClick={() => void turnOn()}>{t('security.totp.turnOn')}</Button>
      ) : (
        <Button variant="default" onClick={() => void turnOff()}>
          {t('security.totp.turnOff')}
        </Button>
      )}
      {offer && (
        <TotpDialog
          offer={offer}
          onClose={() => setOffer(null)}
          onDone={(codes) => {
            setOffer(null)
            notify.success(t('security.totp.done'))
            onChanged(codes)
          }}
        />
      )}
    </Panel>
  )
}
