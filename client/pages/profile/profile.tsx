import { useState } from 'react'
import { useSnapshot } from 'valtio'
import {
  changeNotificationSettings,
  type NotificationSettings,
  notificationSettings,
} from '../../../contract/people.ts'
import { read } from '../../../contract/profile.ts'
import type { TextKey } from '../../i18n/areas.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { OwnSignIn } from '../../identity-provider/own-sign-in.tsx'
import { send } from '../../link/send.ts'
import { session } from '../../stores/session.ts'
import { type QueryView, useQuery } from '../../stores/use-query.ts'
import { notify } from '../../ui/notify.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { BlockContact, mayBlock } from './block-contact.tsx'
import { CancelAccount } from './cancel-account.tsx'
import { Contents } from './contents.tsx'
import { EmailChange } from './email-change.tsx'
import { Groups } from './groups.tsx'
import { LanguagePanel } from './language-panel.tsx'
import { PasswordChange } from './password-change.tsx'
import { PersonalData } from './personal-data.tsx'
import classes from './profile.module.css'
import type { Save } from './save.ts'
import { SecurityPanels } from './security/security-panels.tsx'
import { Sms } from './sms.tsx'

/** Everything about one's own account: personal data, messages, password, and its end (PROF-1, NOTE-1, NOTE-2). */
export function Profile() {
  const t = useT()
  const { features } = useSnapshot(session)
  const [saves, setSaves] = useState(0)
  const profile = useQuery(read, {})
  const asked = useQuery(notificationSettings, {}, saves)
  const blocks = mayBlock(features)
  const sections: readonly (readonly [id: string, title: TextKey])[] = [
    ['data', 'profile.data.title'],
    ['messages', 'common.messages'],
    ['security', 'profile.security.title'],
    ['factors', 'profile.factors'],
    ...(blocks ? [['contact', 'profile.contact.title'] as const] : []),
    ['cancel', 'profile.cancel.title'],
  ]
  const { view, refusal } = profile
  return (
    <Page title={t('common.profile')} lead={t('profile.lead')} width="wide">
      {view === null && refusal === null && <RowsSkeleton rows={4} height="6rem" />}
      {view === null && refusal !== null && (
        <ErrorState text={t('profile.loadFailed')} supportCode={refusal.supportCode} onRetry={profile.retry} />
      )}
      {view && (
        <div className={classes.account}>
          <Contents sections={sections} />
          <div className={classes.sections}>
            <div id="data" tabIndex={-1}>
              <PersonalData profile={view} onSaved={() => setSaves((count) => count + 1)} />
            </div>
            <div id="messages" tabIndex={-1}>
              <Messages key={saves} asked={asked} />
            </div>
            <div id="security" tabIndex={-1}>
              <div className={classes.sections}>
                <Panel title={t('profile.security.title')}>
                  <div className={classes.form}>
                    <EmailChange email={view.email} />
                    <PasswordChange hasPassword={view.hasPassword} onChanged={profile.retry} />
                  </div>
                </Panel>
                <OwnSignIn />
              </div>
            </div>
            <div id="factors" tabIndex={-1} className={classes.sections}>
              <SecurityPanels />
            </div>
            {blocks && (
              <div id="contact" tabIndex={-1}>
                <BlockContact userId={view.id} />
              </div>
            )}
            <div id="cancel" tabIndex={-1}>
              <CancelAccount email={view.email} />
            </div>
          </div>
        </div>
      )}
    </Page>
  )
}

interface MessagesProps {
  readonly asked: QueryView<NotificationSettings>
}

/** What somebody is told, how and in which language. A switch saves itself; nothing is shown that is not kept. */
function Messages({ asked }: MessagesProps) {
  const t = useT()
  const [kept, setKept] = useState<NotificationSettings | null>(null)
  const [busy, setBusy] = useState(false)
  const settings = kept ?? asked.view
  const save: Save = async (change) => {
    setBusy(true)
    const answer = await send(changeNotificationSettings, change)
    setBusy(false)
    if (!answer.ok) return notify.refusal(answer.refusal, { title: t('common.notSaved') })
    setKept(answer.reply)
    notify.success(t('profile.saved'), { id: 'profile' })
  }
  if (settings === null)
    return asked.refusal === null ? (
      <RowsSkeleton rows={4} height="6rem" />
    ) : (
      <ErrorState text={refusalText(asked.refusal)} supportCode={asked.refusal.supportCode} onRetry={asked.retry} />
    )
  return (
    <div className={classes.sections}>
      <Groups settings={settings} busy={busy} onSave={save} />
      <Sms settings={settings} busy={busy} onSave={save} />
      <LanguagePanel />
    </div>
  )
}
