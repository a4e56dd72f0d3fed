import { Button, Switch, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { NotificationSettings } from '../../../contract/people.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { formatDateTime } from '../../i18n/format.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { Alert } from '../../ui/alert.tsx'
import { Panel } from '../../ui/page.tsx'
import classes from './profile.module.css'
import type { Save } from './save.ts'

interface SmsProps {
  settings: NotificationSettings
  busy: boolean
  onSave: Save
}

const ofTheField = ['mobile-number-invalid', 'bad-input'] as const

/** Mobile number and consent to SMS. The consent shows since when; taking it back works at once. */
export function Sms({ settings, busy, onSave }: SmsProps) {
  const t = useT()
  const { mobileNumber, mobileValid, smsConsentAt, smsOffered } = settings
  const [typed, setTyped] = useState(mobileNumber ?? '')
  const [known, setKnown] = useState(mobileNumber)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  if (known !== mobileNumber) {
    setKnown(mobileNumber)
    setTyped(mobileNumber ?? '')
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!busy) setRefusal(await onSave({ mobileNumber: typed.trim() || null }, ofTheField))
  }
  const unreachable = mobileNumber !== null && !mobileValid && typed === mobileNumber
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
      <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
        <p className={classes.text}>{t('profile.sms.text')}</p>
        <TextInput
          type="tel"
          autoComplete="tel"
          label={t('profile.number.label')}
          description={t('profile.number.hint')}
          value={typed}
          maxLength={45}
          error={refusal ? refusalText(refusal) : unreachable ? t('profile.number.unreachable') : undefined}
          inputContainer={(input) => (
            <div className={classes.number}>
              {input}
              <Button type="submit" variant="default" loading={busy}>
                {t('profile.number.save')}
              </Button>
            </div>
          )}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setRefusal(null)
          }}
        />
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
      </form>
    </Panel>
  )
}
