import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { DeviceView } from '../../contract/devices.ts'
import type { Action } from '../../machines/device.ts'
import { actionStates } from '../devices/actions.ts'
import { useT } from '../i18n/i18n.ts'
import { connection } from '../stores/connection.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useActionRefusal } from './action-button.tsx'
import type { useDeviceCommand } from './use-device-command.ts'

interface AnywayDialogProps {
  device: DeviceView
  give: ReturnType<typeof useDeviceCommand>['give']
  onClose: () => void
}
const shortestNote = 5

/** 'Control anyway' during maintenance: which command, why, and a clear question before it is sent (CTRL-6). */
export function AnywayDialog({ device, give, onClose }: AnywayDialogProps) {
  const t = useT()
  const reasonOf = useActionRefusal()
  const { carries } = useSnapshot(connection)
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const [chosen, setChosen] = useState<Action | null>(null)
  const states = actionStates(device, carries, { anyway: true })
  const may = states.filter(({ refusal }) => refusal === null)
  const action = may.find((each) => each.action === chosen)?.action ?? may[0]?.action
  const short = note.trim().length < shortestNote
  const submit = () => {
    setTried(true)
    if (short || action === undefined) return
    void give(action, { anyway: true, note: note.trim() })
    onClose()
  }
  const [first] = states
  return (
    <Dialog
      title={t('control.anyway.title', { device: device.name })}
      lead={t('control.anyway.text')}
      onClose={onClose}
      onSubmit={submit}
      act={action !== undefined && { label: t('control.anyway.act'), color: 'warning' }}
    >
      {action === undefined ? (
        <Alert severity="info">
          {first?.refusal ? reasonOf(first.refusal, first.action) : t('control.anyway.nothing')}
        </Alert>
      ) : (
        <>
          <SelectField
            data-autofocus
            label={t('common.command')}
            value={action}
            onChange={(next) => setChosen(next)}
            data={may.map((each) => ({ value: each.action, label: t(`control.${each.action}`) }))}
          />
          <TextInput
            label={t('common.reason')}
            description={t('control.anyway.noteHint')}
            value={note}
            maxLength={255}
            required
            withAsterisk={false}
            error={tried && short ? t('ui.field.tooShort', { count: shortestNote }) : undefined}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      )}
    </Dialog>
  )
}
