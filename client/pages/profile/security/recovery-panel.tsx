import { Button } from '@mantine/core'
import { replaceRecoveryCodes } from '../../../../contract/session/security.ts'
import { useT } from '../../../i18n/i18n.ts'
import { sendConfirmed } from '../../../security/confirm-identity.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { notify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/page.tsx'
import classes from './security.module.css'

interface RecoveryPanelProps {
  left: number
  onChanged: (recoveryCodes: readonly string[]) => void
}

/** How many recovery codes are left, and new ones instead of them. */
export function RecoveryPanel({ left, onChanged }: RecoveryPanelProps) {
  const t = useT()
  const renew = async () => {
    const title = t('security.recovery.renewTitle')
    const text = t('security.recovery.renewText')
    if (!(await confirm({ title, text, act: t('security.recovery.renew') }))) return
    const answer = await sendConfirmed(replaceRecoveryCodes, {})
    if (answer.ok) onChanged(answer.reply.recoveryCodes)
    else notify.refusal(answer.refusal)
  }
  return (
    <Panel title={t('security.recovery.title')}>
      <p className={classes.text}>{t('security.recovery.text')}</p>
      <p className={classes.text}>{t('security.recovery.left', { count: left })}</p>
      <Button variant="default" onClick={() => void renew()}>
        {t('security.recovery.renew')}
      </Button>
    </Panel>
  )
}
