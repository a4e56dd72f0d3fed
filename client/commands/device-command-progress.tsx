import { useSyncExternalStore } from 'react'
import type { DeviceCommandView } from '../../contract/devices.ts'
import type { Action } from '../../machines/device.ts'
import { isOpen } from '../devices/actions.ts'
import { deviceCommandWords, stepsOf } from '../devices/device-command-words.ts'
import { useT } from '../i18n/i18n.ts'
import { Age } from '../ui/age.tsx'
import { onTick, serverNow } from '../ui/clock.ts'
import { Icon } from '../ui/icons.tsx'
import classes from './commands.module.css'
import { SupportCode } from './support-code.tsx'

/** How long a success stays in the row, ms; a failure stays until the device reports again. */
const goodMs = 60_000

const everyFiveSeconds = (listener: () => void) => onTick(5_000, listener)

/** Returns true once `at` is more than `ms` ago. */
function useOver(at: string | null, ms: number): boolean {
  return useSyncExternalStore(everyFiveSeconds, () => at !== null && serverNow() - Date.parse(at) > ms)
}

/** Four dots: issued, sent, accepted, confirmed. Decorative: the sentence beside them says the same. */
function Steps({ deviceCommand }: { deviceCommand: DeviceCommandView }) {
  return (
    <span className={`${classes.steps} ${classes.progressPart}`} aria-hidden="true">
      {stepsOf(deviceCommand).map(({ key, state }) => (
        <span className={classes.stepsPart} key={key} data-state={state} />
      ))}
    </span>
  )
}

/** The state of a device's last command, in place: its steps while it runs, its outcome in words, the support code if it failed. */
export function DeviceCommandProgress({
  deviceCommand,
  sending,
}: {
  deviceCommand: DeviceCommandView | null
  sending: Action | null
}) {
  const t = useT()
  const old = useOver(deviceCommand?.settledAt ?? null, goodMs)
  if (sending !== null) {
    return (
      <p className={classes.progress} data-tone="info">
        <Icon name="send" size={16} />
        <span className={classes.progressPart}>{t('devices.running.sending', { action: sending })}</span>
      </p>
    )
  }
  if (deviceCommand === null) return null
  const { text, tone, icon, troubled } = deviceCommandWords(deviceCommand, t)
  if (old && !troubled) return null
  return (
    <div className={classes.progress} data-tone={tone}>
      {isOpen(deviceCommand.state) ? <Steps deviceCommand={deviceCommand} /> : <Icon name={icon} size={16} />}
      <span className={classes.progressPart}>
        {text}{' '}
        {deviceCommand.settledAt !== null && (
          <small className={classes.progressNote}>{<Age at={deviceCommand.settledAt} />}</small>
        )}
      </span>
      {troubled && <SupportCode code={deviceCommand.supportCode} />}
    </div>
  )
}
