import { type ReactNode, useMemo, useState } from 'react'
import type { DeviceView } from '../../../contract/devices.ts'
import { shownStates, tone } from '../../../machines/device.ts'
import { DeviceCommandProgress } from '../../commands/device-command-progress.tsx'
import { DeviceRow } from '../../commands/device-row.tsx'
import { createSelection } from '../../commands/selection.ts'
import { useT } from '../../i18n/i18n.ts'
import { createView } from '../../link/view.ts'
import { DoorCard } from '../../opening/door-card.tsx'
import { RunProgress } from '../../opening/run-progress.tsx'
import { SitePlan } from '../../site-canvas/site-plan.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import classes from './gallery.module.css'
import {
  commandSamples,
  deviceCases,
  sampleAccess,
  sampleCommand,
  sampleDevice,
  sampleDoor,
  sampleMoment,
  samplePlan,
  sampleRun,
} from './samples.ts'

const nothing = () => {}
const noIds = () => []

/**
 * Every state of devices, commands and runs in every size, side by side, with made-up devices: shows at a glance whether
 * a theme or a change breaks one of them. All commands are disabled.
 */
export function Gallery() {
  const t = useT()
  return (
    <Page title={t('gallery.title')} lead={t('gallery.lead')}>
      <States />
      <DeviceCommands />
      <Runs />
      <Devices />
    </Page>
  )
}

function States() {
  const t = useT()
  return (
    <Panel title={t('common.states')}>
      <ul className={classes.states}>
        {shownStates.map((state) => (
          <li className={classes.statesItem} key={state}>
            <StatusBadge state={state} />
            <StatusBadge state={state} quiet />
            <code className={classes.statesCode}>
              {state} · {tone(state)}
            </code>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function DeviceCommands() {
  const t = useT()
  return (
    <Panel title={t('common.commands')}>
      <ul className={classes.deviceCommands}>
        {commandSamples.map((each, at) => (
          <li className={classes.deviceCommandsItem} key={`${each.state} ${each.reason ?? ''}`}>
            <code className={classes.deviceCommandsCode}>
              {each.state}
              {each.reason !== null && ` · ${each.reason}`}
              {each.late && ' · late'}
            </code>
            <DeviceCommandProgress deviceCommand={sampleCommand(at + 1, each)} sending={null} />
          </li>
        ))}
        <li className={classes.deviceCommandsItem}>
          <code className={classes.deviceCommandsCode}>sending</code>
          <DeviceCommandProgress deviceCommand={null} sending="open" />
        </li>
      </ul>
    </Panel>
  )
}

const runs = [
  sampleRun('running', ['done', 'skipped', 'issued', 'waiting']),
  sampleRun('stopped', ['done', 'failed', 'not-reached']),
  sampleRun('done', ['done', 'done']),
] as const

function Runs() {
  const t = useT()
  return (
    <Panel title={t('gallery.runs')}>
      <div className={classes.cards} inert>
        {runs.map((run) => (
          <RunProgress key={run.state} run={run} zone="Europe/Berlin" now={sampleMoment} />
        ))}
      </div>
    </Panel>
  )
}

/** A view without updates: its rows are set once. */
function useSamples(names: (key: string) => string) {
  return useMemo(() => {
    const devices = deviceCases.map(({ key, facts }, at) => sampleDevice(at + 1, names(key), facts))
    const view = createView(['device'])
    view.take(
      'snapshot',
      devices.map((device) => ({ kind: 'device', id: device.id, version: 1, view: device })),
      [],
    )
    return { devices, view }
  }, [names])
}

const itself = (key: string) => key

function Devices() {
  const t = useT()
  const { devices, view } = useSamples(itself)
  const [selection] = useState(createSelection)
  const row = (device: DeviceView, compact: boolean) => (
    <DeviceRow
      key={device.id}
      live={{ view }}
      id={device.id}
      compact={compact}
      linked={false}
      selection={selection}
      idsNow={noIds}
    />
  )
  return (
    <>
      <Still title={t('gallery.rows')}>{devices.map((device) => row(device, false))}</Still>
      <Panel title={t('gallery.doors')}>
        <div className={classes.cards} inert>
          <Doors devices={devices} />
        </div>
      </Panel>
      <Panel title={t('gallery.plan')}>
        <SitePlan plan={samplePlan(devices)} live={view} mode="view" height="36rem" />
      </Panel>
    </>
  )
}

function Doors({ devices }: { devices: readonly DeviceView[] }) {
  const access = sampleAccess(devices)
  const around = { now: sampleMoment, carries: true, pending: false }
  return access.devices.map((device, at) => {
    const shown = devices[at]
    return (
      shown && (
        <DoorCard
          key={device.deviceId}
          access={access}
          door={{ device, view: sampleDoor(shown) }}
          around={around}
          said={null}
          alone={false}
          onAct={nothing}
        />
      )
    )
  })
}

/** Controls to look at only. */
function Still({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div inert>{children}</div>
    </Panel>
  )
}
