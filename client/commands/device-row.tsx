import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import type { devices as devicesWatch } from '../../contract/control.ts'
import type { DeviceView } from '../../contract/devices.ts'
import { shownState, tone } from '../../machines/device.ts'
import { doorText } from '../devices/door-words.ts'
import { useT } from '../i18n/i18n.ts'
import { nameIn } from '../i18n/named.ts'
import { type Live, useRow } from '../stores/use-watch.ts'
import { Age } from '../ui/age.tsx'
import { Icon } from '../ui/icons.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import classes from './commands.module.css'
import { DeviceActions } from './device-actions.tsx'
import { DeviceCommandProgress } from './device-command-progress.tsx'
import { DeviceBox } from './select-box.tsx'
import type { Selection } from './selection.ts'
import { useDeviceCommand } from './use-device-command.ts'

interface RowProps {
  live: Pick<Live<(typeof devicesWatch)['kinds'][number]>, 'view' | 'kinds'>
  compact: boolean
  /** The person may open the device's own page. */
  linked: boolean
  selection: Selection
  /** All devices of the list in display order. */
  idsNow: () => readonly number[]
}

function Facts({ device }: { device: DeviceView }) {
  const t = useT()
  return (
    <p className={classes.facts}>
      <span>{nameIn(device.type)}</span>
      <span>{device.hardwareId}</span>
      {device.path.name !== null && <span>{device.path.name}</span>}
      {device.path.name === null && device.path.number >= 0 && (
        <span>{t('control.path', { number: device.path.number })}</span>
      )}
      <span className={classes.report}>
        {t('control.report')} <Age at={device.lastMessageAt} zone={device.site.timeZone} />
      </span>
      {!device.gateway.linked && (
        <span className={classes.down}>
          <Icon name="offline" size={14} /> {t('control.gateway.down', { name: device.gateway.name })}
        </span>
      )}
    </p>
  )
}

function Row({ live, device, compact, linked, selection, idsNow }: RowProps & { device: DeviceView }) {
  const t = useT()
  const deviceCommands = useDeviceCommand(live.view, device)
  const state = shownState(device)
  return (
    <article className={classes.row} data-tone={tone(state)} data-compact={compact || undefined}>
      <DeviceBox selection={selection} id={device.id} name={device.name} idsNow={idsNow} />
      <div className={classes.name}>
        <h3 className={classes.nameTitle}>
          {linked ? (
            <Link
              className={classes.nameLink}
              to="/devices/$deviceId"
              params={{ deviceId: String(device.id) }}
              aria-label={t('control.details', { device: device.name })}
            >
              {device.name}
            </Link>
          ) : (
            device.name
          )}
        </h3>
        <Facts device={device} />
      </div>
      <div className={classes.state}>
        <StatusBadge state={state} />
        {device.doorState !== null && (
          <span className={classes.door}>{doorText(device.doorState, device.type, t)}</span>
        )}
      </div>
      <div className={classes.deviceCommand}>
        <DeviceCommandProgress deviceCommand={device.deviceCommand} sending={deviceCommands.sending} />
      </div>
      <DeviceActions device={device} deviceCommands={deviceCommands} compact={compact} />
    </article>
  )
}

/** A device of the smart remote; only its own changes redraw it. */
export const DeviceRow = memo(function DeviceRow({ id, ...rest }: RowProps & { id: number }) {
  const device = useRow(rest.live, 'device', id)
  return device === null ? null : <Row {...rest} device={device} />
})
