import { Link } from '@tanstack/react-router'
import { type DeviceCommandState, deviceCommandStates } from '../../../machines/device-command.ts'
import { deviceCommandWords } from '../../devices/device-command-words.ts'
import { useT } from '../../i18n/i18n.ts'
import { Badge } from '../../ui/status-badge.tsx'
import classes from './command-log.module.css'
import type { WholeCommand } from './happened.ts'

/** Maximum shown here; the list has the others. */
const most = 30
const isAttempt = (state: string): state is DeviceCommandState =>
  (deviceCommandStates as readonly string[]).includes(state)
const steps = ['waiting', 'issued', 'done', 'skipped', 'failed', 'not-reached'] as const
const isStep = (state: string): state is (typeof steps)[number] => (steps as readonly string[]).includes(state)

/** The other devices of the same request, with their outcomes. */
export function Siblings({ deviceCommand, coded }: { deviceCommand: WholeCommand; coded: boolean }) {
  const t = useT()
  const { action, run, siblings } = deviceCommand
  return (
    <>
      <ul className={classes.siblings}>
        {siblings.slice(0, most).map(({ deviceCommandId, device, state, reason }) => (
          <li className={classes.siblingsItem} key={device.id}>
            {deviceCommandId !== null && !coded ? (
              <Link className={classes.siblingsLink} to="/commands/$deviceCommandId" params={{ deviceCommandId }}>
                {device.name}
              </Link>
            ) : (
              <span>{device.name}</span>
            )}
            <Standing action={action} state={state} reason={reason} />
          </li>
        ))}
      </ul>
      {run !== null && !coded && (
        <Link className={classes.all} to="/commands" search={{ runId: run.id }}>
          {t('control.several.all')}
        </Link>
      )}
    </>
  )
}

function Standing({ action, state, reason }: Pick<WholeCommand, 'action' | 'reason'> & { state: string }) {
  const t = useT()
  // A step without a command yet, or at all, needs no outcome.
  if (isStep(state) && state !== 'failed')
    return (
      <Badge tone="neutral" icon="wait" quiet>
        {t(`command-log.sibling.${state}`)}
      </Badge>
    )
  const words = deviceCommandWords({ action, state: isAttempt(state) ? state : 'failed', reason, late: false }, t)
  return (
    <Badge tone={words.tone} icon={words.icon} quiet>
      {words.text}
    </Badge>
  )
}
