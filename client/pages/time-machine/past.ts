import type { Change } from '../../../contract/changes.ts'
import type { DeviceCommandView, DeviceView } from '../../../contract/devices.ts'
import type { Timeline, TimelineDevice } from '../../../contract/sites/timeline.ts'
import type { CommandThen, DeviceThen, FoldedTimeline, SiteThen } from '../../../contract/sites/timeline-entries.ts'
import { createView, type LiveView } from '../../link/view.ts'

/** How long a command that ended stays on the plan, ms: as long as on the live one. */
const commandShownMs = 60_000

/** The rows of a site at one moment, for everything that draws live rows; only what differs from the moment before is told. */
export interface Past {
  /** The devices as the live plan has them. */
  readonly view: LiveView
  /** What else held for a device; null before anything is shown. */
  readonly thenOf: (id: number) => DeviceThen | null
  /** What is told from now on. */
  take(timeline: Timeline, folded: FoldedTimeline): void
  show(at: number): SiteThen | null
}

export function createPast(): Past {
  const view = createView(['device'])
  view.put({ state: 'live', asOf: null, refusal: null })
  const shown = new Map<number, DeviceThen>()
  const marks = new Map<number, string>()
  let source: { timeline: Timeline; folded: FoldedTimeline } | null = null
  let version = 0
  return {
    view,
    thenOf: (id) => shown.get(id) ?? null,
    take(timeline, folded) {
      source = { timeline, folded }
    },
    show(at) {
      if (source === null) return null
      const { timeline, folded } = source
      const state = folded.stateAt(at)
      const changes: Change[] = []
      for (const device of timeline.devices) {
        const then = state.devices.get(device.id)
        if (!then) continue
        const deviceCommand = commandAt(then.deviceCommand, at)
        const maintenance = then.maintenance.length > 0 || state.site.maintenance.length > 0
        const mark = `${maintenance} ${deviceCommand?.id} ${deviceCommand?.state}`
        if (shown.get(device.id) === then && marks.get(device.id) === mark) continue
        shown.set(device.id, then)
        marks.set(device.id, mark)
        version += 1
        const row = deviceRow(device, timeline, then, { deviceCommand, maintenance })
        changes.push({ kind: 'device', id: device.id, version, view: row })
      }
      if (changes.length > 0 && version === changes.length) view.take('snapshot', changes, [])
      else view.push(changes)
      return state
    },
  }
}

/** A command as it stood at a moment; null when it had ended a while ago. */
export function commandAt(deviceCommand: CommandThen | null, at: number): DeviceCommandView | null {
  if (deviceCommand === null) return null
  const settled = deviceCommand.settled !== null && deviceCommand.settled.at <= at ? deviceCommand.settled : null
  if (settled !== null && at - settled.at > commandShownMs) return null
  const [sent, taken] = [before(deviceCommand.sentAt, at), before(deviceCommand.takenAt, at)]
  return {
    id: deviceCommand.deviceCommandId,
    supportCode: deviceCommand.supportCode,
    deviceId: deviceCommand.deviceId,
    action: deviceCommand.action,
    state: settled?.state ?? (taken !== null ? 'taken' : sent !== null ? 'sent' : 'queued'),
    reason: settled?.reason ?? null,
    allowedBy: deviceCommand.allowedBy,
    by: null,
    anyway: false,
    issuedAt: iso(deviceCommand.at),
    deadline: iso(deviceCommand.deadline),
    sentAt: sent === null ? null : iso(sent),
    takenAt: taken === null ? null : iso(taken),
    settledAt: settled === null ? null : iso(settled.at),
    late: settled?.late ?? false,
  }
}

function deviceRow(
  device: TimelineDevice,
  { plan }: Timeline,
  { report, silentSince }: DeviceThen,
  { deviceCommand, maintenance }: { deviceCommand: DeviceCommandView | null; maintenance: boolean },
): DeviceView {
  const since = report === null ? null : iso(report.at)
  return {
    id: device.id,
    name: device.name,
    hardwareId: device.hardwareId,
    site: { id: plan.siteId, name: plan.siteName, timeZone: plan.timeZone },
    gateway: { ...device.gateway, linked: true },
    type: device.type,
    // Nothing is steered in the past.
    controls: [],
    occupiedBlocksControl: false,
    repeatable: [],
    status: report?.status ?? 'undefined',
    statusAt: since,
    doorState: report?.door ?? null,
    doorAt: since,
    requested: null,
    requestedAt: null,
    confirmed: null,
    confirmedAt: null,
    lastStateChange: since,
    lastMessageAt: silentSince === null ? null : iso(silentSince),
    reachable: silentSince === null,
    supplyVoltage: null,
    temperature: null,
    humidity: null,
    rssi: null,
    sensorDirty: false,
    monitoring: true,
    maintenance,
    maintenanceState: 'Delivery',
    path: { number: -1, name: null },
    sequenceNumber: 0,
    deviceCommand,
  }
}

const before = (moment: number | null, at: number): number | null => (moment !== null && moment <= at ? moment : null)
const iso = (moment: number): string => new Date(moment).toISOString()
