import { Switch } from '@mantine/core'
import type { NotificationSettings } from '../../../contract/people.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './profile.module.css'
import type { Save } from './save.ts'

interface SmsProps {
  settings: NotificationSettings
  busy: boolean
  onSave: Save
}

/** Consent to SMS, to the number of the personal data. The consent shows since when; taking it back works at once. */
export function Sms({ settings, busy, onSave }: SmsProps) {
  const t = useT()
  const { mobileNumber, mobileValid, smsConsentAt, smsOffered } = settings
  const hasNumber = mobileNumber !== null && mobileValid
  const consent =
    smsConsentAt === null
      ? t(
          hasNumber
            ? 'profile.consent.none'
            : mobileNumber === null
              ? 'profile.consent.needsNumber'
              : 'profile.consent.otherNumber',
        )
      : t('profile.consent.since', { time: formatDateTime(smsConsentAt) })
  return (
    <Panel title={t('profile.sms.title')}>
      <div className={classes.form}>
        <p className={classes.text}>{t('profile.sms.text')}</p>
        {mobileNumber !== null && <p className={classes.text}>{t('profile.sms.number', { number: mobileNumber })}</p>}
        {mobileNumber !== null && !mobileValid && <Alert severity="warning">{t('profile.number.unreachable')}</Alert>}
        {smsOffered ? (
          <Switch
            className={classes.consent ?? ''}
            checked={smsConsentAt !== null}
            disabled={!hasNumber && smsConsentAt === null}
            label={t('profile.consent.label')}
            description={consent}
            onChange={({ currentTarget }) => {
              if (!busy) void onSave({ smsConsent: currentTarget.checked })
            }}
          />
        ) : (
          <Alert severity="info">{t('profile.sms.notOffered')}</Alert>
        )}
      </div>
    </Panel>
  )
}
