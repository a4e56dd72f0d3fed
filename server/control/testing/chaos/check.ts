import type { Knex } from 'knex'
import type { RoomChange } from '../../../../contract/changes.ts'
import type { DeviceCommandState } from '../../../../machines/device-command.ts'
import type { ChaosDevice, ChaosWorld } from './world.ts'
import { graceMs } from './world.ts'

/** Maximum clock error of a gateway that checks the end of a command, ms. */
const skewMs = 250

interface Kept {
  id: string
  device_id: number
  action: string
  state: DeviceCommandState
  reason: string | null
  allowed_by: string
  late: boolean
  support_code: string
  issued_at: Date
  deadline: Date
  sent_at: Date | null
  settled_at: Date | null
  checks: object | null
}

const ended: ReadonlySet<DeviceCommandState> = new Set(['confirmed', 'failed', 'expired', 'unknown', 'refused'])
const steps: Readonly<Record<string, readonly DeviceCommandState[]>> = {
  '': ['queued', 'refused'],
  queued: ['sent', 'failed', 'expired'],
  sent: ['taken', 'failed', 'confirmed', 'unknown'],
  taken: ['failed', 'confirmed'],
  unknown: ['failed', 'confirmed'],
  failed: ['confirmed'],
}

/** Returns every contradiction between real movements, the command log and the rights; empty if all is well. */
export async function wrongsOf(knex: Knex, world: ChaosWorld): Promise<string[]> {
  const ids = world.devices.map(({ id }) => id)
  const deviceCommands = (await knex('device_commands').whereIn('device_id', ids).select()) as Kept[]
  const byId = new Map(deviceCommands.map((deviceCommand) => [deviceCommand.id, deviceCommand]))
  const devices = new Map(world.devices.map((device) => [device.id, device]))
  return [
    ...movementsAgainst(world, byId, devices),
    ...deviceCommands.flatMap((deviceCommand) => commandAgainst(deviceCommand, world, devices)),
    ...(await historyAgainst(knex, byId)),
  ]
}

/**
 * Checks that a device moves only for a command that the log has as sent and allowed: once, in time, in its direction.
 */
function movementsAgainst(
  world: ChaosWorld,
  deviceCommands: ReadonlyMap<string, Kept>,
  devices: ReadonlyMap<number, ChaosDevice>,
): string[] {
  const wrong: string[] = []
  for (const [gatewayId, gateway] of world.gateways) {
    const begun = new Set<string>()
    for (const { order: id, at } of gateway.begun) {
      if (begun.has(id)) wrong.push(`command ${deviceCommands.get(id)?.support_code ?? id} was carried out twice`)
      begun.add(id)
      const deviceCommand = deviceCommands.get(id)
      if (!deviceCommand || deviceCommand.sent_at === null || at > deviceCommand.deadline.getTime() + skewMs)
        wrong.push(`command ${deviceCommand?.support_code ?? id} was carried out, ${deviceCommand?.state}`)
    }
    const seen = new Set<string>()
    for (const { order: id, hardwareId, action, at, toldAt } of gateway.movements) {
      const deviceCommand = deviceCommands.get(id)
      const say = (what: string) => wrong.push(`${hardwareId} moved: ${what} (${deviceCommand?.support_code ?? id})`)
      if (!deviceCommand) {
        say('by no command of the command log')
        continue
      }
      const device = devices.get(deviceCommand.device_id)
      if (device?.hardwareId !== hardwareId || device.gatewayId !== gatewayId) say('by a command for another device')
      if (deviceCommand.action !== action) say(`${action}, commanded to ${deviceCommand.action}`)
      if (seen.has(id)) say('twice by one command')
      seen.add(id)
      if (deviceCommand.sent_at === null) say(`by a command that was never sent (${deviceCommand.state})`)
      else if (at < deviceCommand.sent_at.getTime() - skewMs) say('before the command was sent')
      if (at > deviceCommand.deadline.getTime() + skewMs) say('after the end of the command')
      if (
        toldAt !== null &&
        isLast(deviceCommand, toldAt, deviceCommands) &&
        deviceCommand.state !== 'confirmed' &&
        deviceCommand.reason !== 'replayed'
      )
        say(`and told so, and the command is ${deviceCommand.state} ${deviceCommand.reason}`)
    }
  }
  return wrong
}

/** Whether it was the last command sent to its device before this moment; later reports belong to it. */
function isLast(deviceCommand: Kept, at: number, deviceCommands: ReadonlyMap<string, Kept>): boolean {
  const sentAt = deviceCommand.sent_at?.getTime() ?? 0
  if (at < sentAt + 1) return false
  return ![...deviceCommands.values()].some(
    (other) =>
      other.device_id === deviceCommand.device_id &&
      other.sent_at &&
      other.sent_at.getTime() > sentAt &&
      other.sent_at.getTime() <= at + 1,
  )
}

function commandAgainst(deviceCommand: Kept, world: ChaosWorld, devices: ReadonlyMap<number, ChaosDevice>): string[] {
  const wrong: string[] = []
  const say = (what: string) =>
    wrong.push(`command ${deviceCommand.support_code}, ${deviceCommand.state} ${deviceCommand.reason}: ${what}`)
  const device = devices.get(deviceCommand.device_id)
  const asked = world.asked.get(deviceCommand.id)
  if (!device || !asked) return [`command ${deviceCommand.support_code} was given by nobody`]
  if (!ended.has(deviceCommand.state) || deviceCommand.settled_at === null) say('has not ended')
  if (world.overdue.has(deviceCommand.id)) say('ended too late')
  if (
    deviceCommand.settled_at &&
    deviceCommand.settled_at.getTime() > deviceCommand.deadline.getTime() + graceMs &&
    !deviceCommand.late
  )
    say('its outcome came late and is not marked so')
  if (deviceCommand.checks === null) say('nobody knows what was asked before')
  const { from, until } = asked
  const needed = [
    device.inService,
    ...(deviceCommand.allowed_by === 'reservation'
      ? [device.holder.welcome, device.holder.reserved, device.holder.inTime]
      : []),
  ]
  if (deviceCommand.state !== 'refused' && !needed.every((right) => right.possible(true, from, until)))
    say('was allowed without a right')
  const missing = {
    'under-maintenance': device.inService,
    'user-blocked': device.holder.welcome,
    'reservation-not-reserved': device.holder.reserved,
    'reservation-over': device.holder.inTime,
    'reservation-not-begun': device.holder.inTime,
  }[deviceCommand.reason ?? '']
  if (deviceCommand.state === 'refused' && missing && !missing.possible(false, from, until))
    say('was refused despite a right')
  if (deviceCommand.state === 'confirmed' && (deviceCommand.action === 'open' || deviceCommand.action === 'close')) {
    const { stood } = world.gateways.get(device.gatewayId) ?? { stood: [] }
    const requested = deviceCommand.action === 'open'
    const own = stood.filter(({ hardwareId }) => hardwareId === device.hardwareId)
    const sentAt = deviceCommand.sent_at?.getTime() ?? 0
    // The state when the command was sent, and every report until it was closed.
    const before = own.filter(({ at }) => at <= sentAt).at(-1)?.open ?? false
    const later = own.filter(({ at }) => at > sentAt && at <= (deviceCommand.settled_at?.getTime() ?? 0) + skewMs)
    if (before !== requested && !later.some(({ open }) => open === requested))
      say('was confirmed, and the device never was so')
  }
  return wrong
}

/**
 * Checks that each pushed state follows from the previous one; after a final one only a late report may change it,
 * marked as late.
 */
async function historyAgainst(knex: Knex, deviceCommands: ReadonlyMap<string, Kept>): Promise<string[]> {
  const rows = (await knex('outbox').orderBy('id').select('changes')) as { changes: RoomChange[] }[]
  const told = new Map<string, { version: number; state: DeviceCommandState; late: boolean }[]>()
  for (const { changes } of rows)
    for (const { kind, id, version, view } of changes) {
      if (kind !== 'deviceCommand' || !deviceCommands.has(String(id))) continue
      const { state, late } = view as { state: DeviceCommandState; late: boolean }
      told.set(String(id), [...(told.get(String(id)) ?? []), { version, state, late }])
    }
  const wrong: string[] = []
  for (const [id, list] of told) {
    let before = ''
    for (const { state, late } of list.sort((a, b) => a.version - b.version)) {
      if (state === before) continue
      const code = deviceCommands.get(id)?.support_code
      if (!steps[before]?.includes(state)) wrong.push(`command ${code} went from ${before} to ${state}`)
      if (ended.has(before as DeviceCommandState) && !late)
        wrong.push(`command ${code} changed after its end and does not say so`)
      before = state
    }
    if (before !== deviceCommands.get(id)?.state) wrong.push(`command ${id}: screens were told ${before}`)
  }
  return wrong
}
