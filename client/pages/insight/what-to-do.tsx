import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import type { DeviceView } from '../../../contract/devices.ts'
import type { device as deviceWatch, IncidentView } from '../../../contract/insight.ts'
import type { Action } from '../../../machines/device.ts'
import { ActionButton } from '../../commands/action-button.tsx'
import { DeviceCommandProgress } from '../../commands/device-command-progress.tsx'
import { useDeviceCommand } from '../../commands/use-device-command.ts'
import { actionStates } from '../../devices/actions.ts'
import { useT } from '../../i18n/i18n.ts'
import { connection } from '../../stores/connection.ts'
import type { Live } from '../../stores/use-watch.ts'
import { type Step, stepsFor } from './advice.ts'
import classes from './incident.module.css'
import { WayLink } from './way-link.tsx'

interface Lot {
  readonly live: Live<(typeof deviceWatch)['kinds'][number]>
  readonly device: DeviceView
}

/** What to do about it, step by step, each with its button. Commands follow the usual rules (control.command). */
export function WhatToDo({ incident, lot }: { incident: IncidentView; lot: Lot | null }) {
  if (lot === null) return <Steps incident={incident} steps={stepsFor(incident.kind, null)} />
  return <WithDeviceCommands incident={incident} lot={lot} />
}

function WithDeviceCommands({ incident, lot: { live, device } }: { incident: IncidentView; lot: Lot }) {
  const { carries } = useSnapshot(connection)
  const deviceCommands = useDeviceCommand(live.view, device)
  const states = new Map(actionStates(device, carries).map((state) => [state.action, state]))
  return (
    <>
      <Steps
        incident={incident}
        steps={stepsFor(incident.kind, device.controls)}
        button={(action) => {
          const state = states.get(action)
          return (
            state && (
              <ActionButton
                {...state}
                device={device.name}
                busy={deviceCommands.sending === action}
                onAct={(act) => void deviceCommands.give(act)}
                look="word"
              />
            )
          )
        }}
      />
      <DeviceCommandProgress deviceCommand={device.deviceCommand} sending={deviceCommands.sending} />
    </>
  )
}

function Steps({
  incident,
  steps,
  button,
}: {
  incident: IncidentView
  steps: readonly Step[]
  button?: (action: Action) => ReactNode
}) {
  const t = useT()
  return (
    <ol className={classes.steps}>
      {steps.map(({ key, deviceCommand, way }) => (
        <li className={classes.stepsItem} key={key}>
          <span className={classes.stepsPart}>{t(`insight.do.${key}`)}</span>
          {deviceCommand !== undefined && button?.(deviceCommand)}
          {way !== undefined && <WayLink way={way} incident={incident} />}
        </li>
      ))}
    </ol>
  )
}
