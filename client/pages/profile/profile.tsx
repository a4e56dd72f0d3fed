import { useState } from 'react'
import {
  changeNotificationSettings,
  type NotificationSettings,
  notificationSettings,
} from '../../../contract/people.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { OwnSignIn } from '../../identity-provider/own-sign-in.tsx'
import { send } from '../../link/send.ts'
import { useQuery } from '../../stores/use-query.ts'
import { notify } from '../../ui/notify.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Groups } from './groups.tsx'
import { LanguagePanel } from './language-panel.tsx'
import type { Save } from './save.ts'
import { Sms } from './sms.tsx'

/** What somebody is told, how and in which language (NOTE-1, NOTE-2). A switch saves itself; nothing is shown that is not kept. */
export function Profile() {
  const t = useT()
  const asked = useQuery(notificationSettings, {})
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
  return (
    <Page title={t('common.profile')} lead={t('profile.lead')} width="read">
      {settings === null && asked.refusal === null && <RowsSkeleton rows={4} height="6rem" />}
      {settings === null && asked.refusal !== null && (
        <ErrorState text={refusalText(asked.refusal)} supportCode={asked.refusal.supportCode} onRetry={asked.retry} />
      )}
      {settings && (
        <>
          <Groups settings={settings} busy={busy} onSave={save} />
          <Sms settings={settings} busy={busy} onSave={save} onSaved={setKept} />
          <LanguagePanel />
          <OwnSignIn />
        </>
      )}
    </Page>
  )
}
