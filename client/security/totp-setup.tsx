import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { QrCode } from '../ui/qr-code.tsx'
import classes from './security.module.css'

interface TotpSetupProps {
  secret: string
  /** What the QR code holds. */
  address: string
  code: string
  error?: ReactNode
  onCode: (code: string) => void
}

/** The secret of one-time codes, to scan or to type, and the field for the first code. */
export function TotpSetup({ secret, address, code, error, onCode }: TotpSetupProps) {
  const t = useT()
  return (
    <div className={classes.column}>
      <p className={classes.text}>{t('security.totp.scan')}</p>
      <QrCode className={classes.qr} text={address} label={t('security.totp.qr')} />
      <p className={classes.text}>
        {t('security.totp.secret')}
        <code className={classes.secret}>{(secret.match(/.{1,4}/g) ?? []).join(' ')}</code>
      </p>
      <TextInput
        data-autofocus
        label={t('security.code.label')}
        description={t('security.code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={9}
        value={code}
        error={error}
        onChange={(event) => onCode(event.currentTarget.value)}
      />
    </div>
  )
}
