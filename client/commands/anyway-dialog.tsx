import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { DeviceView } from '../../contract/devices.ts'
import type { Action } from '../../machines/device.ts'
import { actionStates } from '../devices/actions.ts'
import { useT } from '../i18n/i18n.ts'
import { connection } from '../stores/connection.ts'
import { Alert } from '../ui/alert.tsx'
import { Icon } from '../ui/icons.tsx'
import { useActionRefusal } from './action-button.tsx'
import classes from './commands.module.css'
import type { useDeviceCommand } from './use-device-command.ts'

interface AnywayDialogProps {
  device: DeviceView
  give: ReturnType<typeof useDeviceCommand>['give']
  onClose: () => void
}
const shortestNote = 5

/** 'Control anyway' during maintenance: which command, why, and a clear question before it goes out (CTRL-6). */
export function AnywayDialog({ device, give, onClose }: AnywayDialogProps) {
  const t = useT()
  const reasonOf = useActionRefusal()
  const { carries } = useSnapshot(connection)
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const textId = useId()
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const [chosen, setChosen] = useState<Action | null>(null)
  const states = actionStates(device, carries, { anyway: true })
  const may = states.filter(({ refusal }) => refusal === null)
  const action = may.find((each) => each.action === chosen)?.action ?? may[0]?.action
  const short = note.trim().length < shortestNote
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (short || action === undefined) return
    void give(action, { anyway: true, note: note.trim() })
    onClose()
  }
  const [first] = states
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <form onSubmit={submit} noValidate>
        <h2 id={titleId}>{t('control.anyway.title', { device: device.name })}</h2>
        <p id={textId}>{t('control.anyway.text')}</p>
        {action === undefined ? (
          <Alert severity="info">
            {first?.refusal ? reasonOf(first.refusal, first.action) : t('control.anyway.nothing')}
          </Alert>
        ) : (
          <>
            <NativeSelect
              label={t('common.command')}
              value={action}
              rightSection={<Icon name="chevronDown" size={18} />}
              onChange={(event) => setChosen(event.currentTarget.value as Action)}
              data={may.map((each) => ({ value: each.action, label: t(`control.${each.action}`) }))}
            />
            <TextInput
              mt="md"
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
        <div className={classes.dialogButtons}>
          <Button variant="default" onClick={onClose}>
            {t('ui.cancel')}
          </Button>
          {action !== undefined && (
            <Button type="submit" color="warning">
              {t('control.anyway.act')}
            </Button>
          )}
        </div>
      </form>
    </dialog>
  )
}
