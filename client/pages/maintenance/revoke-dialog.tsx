import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type MaintenanceView, revoke } from '../../../contract/maintenance.ts'
import { CommandAlert } from '../../commands/command-alert.tsx'
import { useCommand } from '../../commands/use-command.ts'
import { useT } from '../../i18n/i18n.ts'
import { send } from '../../link/send.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.tsx'
import classes from './maintenance.module.css'
import { spanText } from './words.ts'

interface RevokeDialogProps {
  period: MaintenanceView
  /** It has not begun: it is withdrawn, nothing ends. */
  planned: boolean
  onClose: () => void
}

/** Ends a period early, or withdraws a planned one, with the effects and a reason (MAINT-1). */
export function RevokeDialog({ period, planned, onClose }: RevokeDialogProps) {
  const t = useT()
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const { counts, target } = period
  const errand = useCommand(period.revokedAt !== null, () => {
    notify.success(t('maintenance.revoke.done'))
    onClose()
  })
  const missing = reason.trim() === ''
  const submit = () => {
    setTried(true)
    if (!missing) void errand.run(() => send(revoke, { periodId: period.id, reason: reason.trim() }))
  }
  return (
    <Dialog
      title={t(planned ? 'maintenance.revoke.takeBack.title' : 'maintenance.revoke.end.title', { target: target.name })}
      lead={spanText(period, period.timeZone, t)}
      onClose={onClose}
      onSubmit={submit}
      act={{
        label: t(planned ? 'maintenance.revoke.takeBack' : 'maintenance.revoke.end'),
        busy: errand.busy,
      }}
    >
      <p className={classes.plain}>{t('maintenance.revoke.text')}</p>
      <p className={classes.plain}>
        {t('maintenance.revoke.restored', { count: counts.pending + counts.notMoved + counts.lostAccess })}
      </p>
      <p className={classes.plain}>{t('maintenance.revoke.moved', { count: counts.rebooked })}</p>
      <Textarea
        label={t('maintenance.why.title')}
        description={t('maintenance.revoke.reason.hint')}
        value={reason}
        maxLength={2_048}
        autosize
        minRows={2}
        maxRows={6}
        required
        withAsterisk={false}
        error={tried && missing ? t('ui.field.required') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <CommandAlert state={errand.state} title={t('maintenance.revoke.failed')} />
    </Dialog>
  )
}
