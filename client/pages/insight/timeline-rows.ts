import type { DeviceCommandView } from '../../../contract/devices.ts'
import type { IncidentEntry } from '../../../contract/insight.ts'

/** Something that happened to a malfunction, or was tried. */
export type Moment =
  | { readonly key: string; readonly at: string; readonly entry: IncidentEntry }
  | { readonly key: string; readonly at: string; readonly deviceCommand: DeviceCommandView }

/** History and commands of one malfunction, newest first. Commands from before it opened, or after it closed, are not about it. */
export function timelineOf(
  entries: readonly IncidentEntry[],
  deviceCommands: readonly DeviceCommandView[],
  { openedAt, closedAt }: { readonly openedAt: string; readonly closedAt: string | null },
): Moment[] {
  const about = deviceCommands.filter(
    ({ issuedAt, state }) => state !== 'refused' && issuedAt >= openedAt && (closedAt === null || issuedAt <= closedAt),
  )
  return [
    ...entries.map((entry): Moment => ({ key: `entry ${entry.id}`, at: entry.at, entry })),
    ...about.map(
      (deviceCommand): Moment => ({ key: `command ${deviceCommand.id}`, at: deviceCommand.issuedAt, deviceCommand }),
    ),
  ].sort((a, b) => (a.at === b.at ? (a.key < b.key ? 1 : -1) : a.at < b.at ? 1 : -1))
}
