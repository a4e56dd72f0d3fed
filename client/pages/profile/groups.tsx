import { Switch } from '@mantine/core'
import type { NotificationSettings } from '../../../contract/people.ts'
import { useT } from '../../i18n/i18n.ts'
import { Panel } from '../../ui/page.tsx'
import classes from './profile.module.css'
import type { Save } from './save.ts'

interface GroupsProps {
  settings: NotificationSettings
  busy: boolean
  onSave: Save
}

/** Groups of messages by mail and SMS, each to be switched. What nobody can switch off is said below. */
export function Groups({ settings, busy, onSave }: GroupsProps) {
  const t = useT()
  const consents = settings.smsConsentAt !== null
  const change = (row: NotificationSettings['settings'][number], part: { mail?: boolean; sms?: boolean }) => {
    const { group, mail, sms } = row
    // Not switched off meanwhile: that would take the focus away.
    if (busy) return
    void onSave({ settings: [{ group, mail, sms: sms ?? false, ...part }] })
  }
  return (
    <Panel title={t('common.messages')}>
      <p className={classes.text}>{t('profile.groups.to', { email: settings.email })}</p>
      <table className={classes.groups} aria-busy={busy} aria-label={t('profile.groups.list')}>
        <thead>
          <tr>
            <th className={`${classes.groupsHead} ${classes.groupsHeaderHead}`} scope="col">
              {t('common.about')}
            </th>
            <th className={`${classes.groupsHead} ${classes.groupsHeaderHead}`} scope="col">
              {t('profile.groups.mail')}
            </th>
            {settings.smsOffered && (
              <th className={`${classes.groupsHead} ${classes.groupsHeaderHead}`} scope="col">
                {t('profile.sms.title')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {settings.settings.map((row) => {
            const group = t(`profile.group.${row.group}`)
            return (
              <tr key={row.group}>
                <th className={`${classes.groupsHead} ${classes.groupsBodyHead}`} scope="row">
                  {group}
                  <small className={classes.groupsNote}>{t(`profile.group.${row.group}.text`)}</small>
                </th>
                <td className={classes.groupsCell}>
                  <Switch
                    checked={row.mail}
                    aria-label={t('profile.mail.of', { group })}
                    onChange={(event) => change(row, { mail: event.currentTarget.checked })}
                  />
                </td>
                {settings.smsOffered && (
                  <td className={classes.groupsCell}>
                    {row.sms === null ? (
                      <small className={classes.groupsNote}>{t('profile.sms.never')}</small>
                    ) : (
                      <Switch
                        checked={consents && row.sms}
                        disabled={!consents}
                        aria-label={t('profile.sms.of', { group })}
                        onChange={(event) => change(row, { sms: event.currentTarget.checked })}
                      />
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
      </table>
      {settings.smsOffered && !consents && <p className={classes.text}>{t('profile.sms.needsConsent')}</p>}
      <p className={classes.text}>{t('profile.groups.always')}</p>
    </Panel>
  )
}
