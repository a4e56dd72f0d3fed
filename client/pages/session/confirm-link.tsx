import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { confirmReply } from '../../../contract/identity-providers.ts'
import type { Refusal } from '../../../contract/refusals.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { http } from '../../link/http.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { tabStorage } from '../../ui/tab-storage.ts'
import classes from './provider-button.module.css'

/** Asks the owner of an account, after the usual login, whether to link it with the identity provider that knows the same e-mail address (ACC-12). */
export function ConfirmLink() {
  const t = useT()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const label = tabStorage.get<string>('sign-in-to-confirm') ?? t('oidc.provider')
  const link = async () => {
    setBusy(true)
    const answer = await http('POST', '/users/oidc/confirm', { answer: confirmReply })
    setBusy(false)
    if (!answer.ok) return setRefusal(answer.refusal)
    tabStorage.remove('sign-in-to-confirm')
    notify.success(t('oidc.linked', { label: answer.body.label }))
    await navigate({ to: '/', replace: true })
  }
  return (
    <Page title={t('oidc.confirm.title', { label })} lead={t('oidc.confirm.text', { label })} width="read">
      <Panel>
        {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
        <div className={classes.choices}>
          <Button loading={busy} leftSection={<Icon name="check" size={18} />} onClick={() => void link()}>
            {t('oidc.confirm.act')}
          </Button>
          <Button component={Link} to="/" variant="default">
            {t('oidc.confirm.not')}
          </Button>
        </div>
      </Panel>
    </Page>
  )
}
