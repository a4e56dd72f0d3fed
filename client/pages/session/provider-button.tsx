import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Refusal } from '../../../contract/refusals.ts'
import { refusalText, useT } from '../../i18n/i18n.ts'
import { goToProvider } from '../../identity-provider/go-to-provider.ts'
import { config } from '../../shell/config.ts'
import { Alert } from '../../ui/alert.tsx'
import { Icon } from '../../ui/icons.tsx'
import classes from './provider-button.module.css'

/** Signs in through the identity provider of the page's company; nothing where it has none (ACC-12). */
export function ProviderButton({ redirect }: { redirect: string | undefined }) {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal<string> | null>(null)
  const { signIn } = config.current
  if (signIn === null) return null
  const go = async () => {
    setBusy(true)
    setRefusal(null)
    const from = window.location.pathname
    const failed = await goToProvider('/users/oidc/start', { page: from }, { from, ...(redirect ? { redirect } : {}) })
    if (failed === null) return
    setBusy(false)
    setRefusal(failed)
  }
  return (
    <div className={classes.provider}>
      <p className={classes.or}>{t('oidc.or')}</p>
      <Button
        variant="default"
        size="lg"
        fullWidth
        loading={busy}
        leftSection={<Icon name="company" size={20} />}
        onClick={() => void go()}
      >
        {t('oidc.with', { label: signIn.label })}
      </Button>
      {refusal && <Alert severity="error">{refusalText(refusal)}</Alert>}
    </div>
  )
}
