import { useState } from 'react'
import { factors } from '../../../../contract/session/security.ts'
import { refusalText, useT } from '../../../i18n/i18n.ts'
import { RecoveryCodes } from '../../../security/recovery-codes.tsx'
import { useQuery } from '../../../stores/use-query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RowsSkeleton } from '../../../ui/skeletons.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { AdminFactorsPanel } from './admin-factors-panel.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { TotpPanel } from './totp-panel.tsx'

/** What protects the account: passkeys, one-time codes, recovery codes, and where it is signed in (ACC-13). */
export function SecurityPanels() {
  const t = useT()
  const asked = useQuery(factors, {})
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { view, refusal, retry } = asked
  const onChanged = (recoveryCodes: readonly string[] | null = null) => {
    if (recoveryCodes) setCodes(recoveryCodes)
    retry()
  }
  if (view === null) {
    if (refusal === null) return <RowsSkeleton rows={3} height="6rem" />
    return <ErrorState text={refusalText(refusal)} supportCode={refusal.supportCode} onRetry={retry} />
  }
  const hasFactor = view.passkeys.length > 0 || view.totpSince !== null
  return (
    <>
      {view.required && <Alert severity="info">{t('security.required')}</Alert>}
      <PasskeysPanel passkeys={view.passkeys} onChanged={onChanged} />
      <TotpPanel since={view.totpSince} onChanged={onChanged} />
      {hasFactor && <RecoveryPanel left={view.recoveryCodesLeft} onChanged={onChanged} />}
      <SessionsPanel />
      {view.adminsNeedOne !== null && <AdminFactorsPanel required={view.adminsNeedOne} onChanged={onChanged} />}
      {codes && (
        <Dialog title={t('security.recovery.title')} cancel={t('ui.close')} act={false} onClose={() => setCodes(null)}>
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </>
  )
}
