import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { DeviceView } from '../../contract/devices.ts'
import { moves } from '../../machines/device.ts'
import { actionStates } from '../devices/actions.ts'
import { useT } from '../i18n/i18n.ts'
import { connection } from '../stores/connection.ts'
import { Icon } from '../ui/icons.tsx'
import { ActionButton } from './action-button.tsx'
import { AnywayDialog } from './anyway-dialog.tsx'
import classes from './commands.module.css'
import { MoreMenu } from './more-menu.tsx'
import type { useDeviceCommand } from './use-device-command.ts'

interface DeviceActionsProps {
  device: DeviceView
  deviceCommands: ReturnType<typeof useDeviceCommand>
  /** On the phone: large open and close, the rest in a menu. */
  compact: boolean
}

/** All commands of a device: open and close as labels, the rest as icons or in a menu; 'Control anyway' under maintenance. */
export function DeviceActions({ device, deviceCommands, compact }: DeviceActionsProps) {
  const t = useT()
  const { carries } = useSnapshot(connection)
  const [anyway, setAnyway] = useState(false)
  const states = actionStates(device, carries)
  // Under maintenance all of them are disabled: small on the desktop, in the menu on the phone.
  const small = device.maintenance
  const rarer = states.filter(({ action }) => !moves(action) || (small && compact))
  const { sending, give } = deviceCommands
  const act = (action: (typeof states)[number]['action']) => void give(action)
  return (
    <div className={classes.actions} role="group" aria-label={t('control.actions', { device: device.name })}>
      {device.maintenance && (
        <Button
          className={classes.anyway ?? ''}
          variant="light"
          color="warning"
          leftSection={<Icon name="maintenance" size={18} />}
          aria-label={t('control.anyway.for', { device: device.name })}
          onClick={() => setAnyway(true)}
        >
          {t('control.anyway')}
        </Button>
      )}
      {states
        .filter((state) => !rarer.includes(state))
        .map((state) => (
          <ActionButton
            key={state.action}
            {...state}
            device={device.name}
            busy={sending === state.action}
            onAct={act}
            look={small ? 'icon' : 'word'}
          />
        ))}
      {rarer.length > 0 &&
        (compact ? (
          <MoreMenu device={device.name} states={rarer} onAct={act} />
        ) : (
          rarer.map((state) => (
            <ActionButton
              key={state.action}
              {...state}
              device={device.name}
              busy={sending === state.action}
              onAct={act}
              look="icon"
            />
          ))
        ))}
      {anyway && <AnywayDialog device={device} give={give} onClose={() => setAnyway(false)} />}
    </div>
  )
}
