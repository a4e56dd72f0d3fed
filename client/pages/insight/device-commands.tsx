import { Link } from '@tanstack/react-router'
import type { DeviceCommandView } from '../../../contract/devices.ts'
import type { device as deviceWatch } from '../../../contract/insight.ts'
import { DeviceCommandLink } from '../../commands/device-command-link.tsx'
import { SupportCode } from '../../commands/support-code.tsx'
import { deviceCommandWords, stepsOf } from '../../devices/device-command-words.ts'
import { formatDateTime, formatNumber } from '../../i18n/format.ts'
import { useT } from '../../i18n/i18n.ts'
import { type Live, sameList, useRows } from '../../stores/use-watch.ts'
import { Panel } from '../../ui/page.tsx'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './device.module.css'

const shownDeviceCommands = 50
const newestFirst = (rows: DeviceCommandView[]) =>
  rows.sort((a, b) => (a.issuedAt < b.issuedAt ? 1 : -1)).slice(0, shownDeviceCommands)

/** The steps of a command with the seconds after its issue. */
function Way({ deviceCommand }: { deviceCommand: DeviceCommandView }) {
  const t = useT()
  const start = Date.parse(deviceCommand.issuedAt)
  return (
    <ol className={classes.way}>
      {stepsOf(deviceCommand).map(({ key, state, at }) => (
        <li className={classes.wayItem} key={key} data-state={state}>
          {t(`control.step.${key}`)}
          {at !== null && key !== 'queued' && (
            <small className={classes.wayNote}>
              {t('common.secondsAfter', { seconds: formatNumber((Date.parse(at) - start) / 1_000, 1, 1) })}
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}

function DeviceCommand({ deviceCommand, zone }: { deviceCommand: DeviceCommandView; zone: string }) {
  const t = useT()
  const { text, tone, icon } = deviceCommandWords(deviceCommand, t)
  return (
    <li className={classes.entry}>
      <DeviceCommandLink className={classes.entryLink} deviceCommand={deviceCommand}>
        <time className={classes.entryTime} dateTime={deviceCommand.issuedAt}>
          {formatDateTime(deviceCommand.issuedAt, zone, { seconds: true })}
        </time>
      </DeviceCommandLink>
      <div className={classes.entryBlock}>
        <Badge tone={tone} icon={icon} quiet>
          {text}
        </Badge>
        <p className={classes.entryText}>
          <span>
            {deviceCommand.by === null
              ? t('insight.commands.bySystem')
              : t('insight.commands.by', { name: deviceCommand.by })}{' '}
            ({t(`insight.why.${deviceCommand.allowedBy}`)})
          </span>
          {deviceCommand.anyway && <span>{t('insight.commands.anyway')}</span>}
        </p>
      </div>
      <Way deviceCommand={deviceCommand} />
      <SupportCode className={classes.entryCode} code={deviceCommand.supportCode} />
    </li>
  )
}

interface DeviceCommandsProps {
  live: Live<(typeof deviceWatch)['kinds'][number]>
  deviceId: number
  zone: string
}

/** The last commands of a device: who, why, each step with its time, and the outcome (CTRL-8). */
export function DeviceCommands({ live, deviceId, zone }: DeviceCommandsProps) {
  const t = useT()
  const deviceCommands = useRows(live, 'deviceCommand', newestFirst, sameList)
  return (
    <Panel
      title={t('common.commands')}
      aside={
        deviceCommands.length > 0 && (
          <Link className={classes.all} to="/commands" search={{ deviceId }}>
            {t('command-log.ofDevice')}
          </Link>
        )
      }
    >
      {deviceCommands.length === 0 ? (
        <p className={classes.none}>{t('insight.commands.none')}</p>
      ) : (
        <ul className={classes.deviceCommands} aria-label={t('insight.commands.list')}>
          {deviceCommands.map((deviceCommand) => (
            <DeviceCommand key={deviceCommand.id} deviceCommand={deviceCommand} zone={zone} />
          ))}
        </ul>
      )}
    </Panel>
  )
}
