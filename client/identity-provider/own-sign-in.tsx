import { Button } from '@mantine/core'
import { useState } from 'react'
import { own, unlink } from '../../contract/identity-providers.ts'
import { sessionMe } from '../../contract/session.ts'
import { useT } from '../i18n/i18n.ts'
import { confirmIdentity, sendConfirmed } from '../security/confirm-identity.ts'
import { useChangeCounter } from '../stores/use-change-counter.ts'
import { useQuery } from '../stores/use-query.ts'
import { useWatch } from '../stores/use-watch.ts'
import { confirm } from '../ui/confirm.tsx'
import { Icon } from '../ui/icons.tsx'
import { notify } from '../ui/notify.tsx'
import { Panel } from '../ui/page.tsx'
import { goToProvider } from './go-to-provider.ts'
import classes from './own-sign-in.module.css'

/** The sign-in through the identity provider of one's company: linked, or to be linked; nothing where no company has one (ACC-12). */
export function OwnSignIn() {
  const t = useT()
  const moved = useChangeCounter(useWatch(sessionMe, {}), 'me')
  const { view, retry } = useQuery(own, {}, moved)
  const [busy, setBusy] = useState<number | null>(null)
  if (view === null || (view.linked === null && view.offered.length === 0)) return null
  const label = view.linked?.label ?? t('oidc.provider')

  const link = async (tenantId: number) => {
    setBusy(tenantId)
    const leave = () =>
      goToProvider('/users/oidc/start', { linkTenantId: tenantId }, { from: window.location.pathname })
    let failed = await leave()
    if (failed?.code === 'confirm-identity' && (await confirmIdentity())) failed = await leave()
    if (failed === null) return
    setBusy(null)
    if (failed.code !== 'confirm-identity') notify.refusal(failed)
  }
  const end = async () => {
    const sure = await confirm({
      title: t('oidc.own.unlink.title', { label }),
      text: t('oidc.own.unlink.text'),
      act: t('common.removeLink'),
      tone: 'error',
    })
    if (!sure) return
    const answer = await sendConfirmed(unlink, {})
    if (answer.ok) notify.success(t('oidc.own.unlink.done'))
    else if (answer.refusal.code !== 'confirm-identity') notify.refusal(answer.refusal)
    retry()
  }
  return (
    <Panel title={t('oidc.own.title')}>
      <p>{view.linked ? t('oidc.own.linked', { label }) : t('oidc.own.none')}</p>
      <div className={classes.ways}>
        {view.linked ? (
          <Button variant="default" onClick={() => void end()}>
            {t('common.removeLink')}
          </Button>
        ) : (
          view.offered.map(({ tenantId, label: name }) => (
            <Button
              key={tenantId}
              variant="default"
              loading={busy === tenantId}
              leftSection={<Icon name="company" size={18} />}
              onClick={() => void link(tenantId)}
            >
              {t('oidc.own.link', { label: name })}
            </Button>
          ))
        )}
      </div>
    </Panel>
  )
}
