import type { Knex } from 'knex'
import type { RoomChange } from '../../../../contract/changes.ts'
import type { DeviceCommandState } from '../../../../machines/device-command.ts'
import type { ChaosDevice, ChaosWorld } from './world.ts'
import { graceMs } from './world.ts'

/** By how much a gateway's clock may be off when it judges the end of an order, ms. */
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

/** Everything that is wrong between what really moved, the ledger and the rights; nothing is wrong when it is empty. */
export async function wrongsOf(knex: Knex, world: ChaosWorld): Promise<string[]> {
  const ids = world.devices.map(({ id }) => id)
  const orders = (await knex('orders').whereIn('device_id', ids).select()) as Kept[]
  const byId = new Map(orders.map((order) => [order.id, order]))
  const devices = new Map(world.devices.map((device) => [device.id, device]))
  return [
    ...movementsAgainst(world, byId, devices),
    ...orders.flatMap((order) => orderAgainst(order, world, devices)),
    ...(await historyAgainst(knex, byId)),
  ]
}

/** A device moves only by an order that the ledger knows as sent and allowed, once, in its time, and in its direction. */
function movementsAgainst(
  world: ChaosWorld,
  orders: ReadonlyMap<string, Kept>,
  devices: ReadonlyMap<number, ChaosDevice>,
): string[] {
  const wrong: string[] = []
  for (const [gatewayId, gateway] of world.gateways) {
    const begun = new Set<string>()
    for (const { order: id, at } of gateway.begun) {
      if (begun.has(id)) wrong.push(`order ${orders.get(id)?.support_code ?? id} was carried out twice`)
      begun.add(id)
      const order = orders.get(id)
      if (!order || order.sent_at === null || at > order.deadline.getTime() + skewMs)
        wrong.push(`order ${order?.support_code ?? id} was carried out, ${order?.state}`)
    }
    const seen = new Set<string>()
    for (const { order: id, hardwareId, action, at, toldAt } of gateway.movements) {
      const order = orders.get(id)
      const say = (what: string) => wrong.push(`${hardwareId} moved: ${what} (${order?.support_code ?? id})`)
      if (!order) {
        say('by no order of the ledger')
        continue
      }
      const device = devices.get(order.device_id)
      if (device?.hardwareId !== hardwareId || device.gatewayId !== gatewayId) say('by an order for another device')
      if (order.action !== action) say(`${action}, ordered to ${order.action}`)
      if (seen.has(id)) say('twice by one order')
      seen.add(id)
      if (order.sent_at === null) say(`by an order that was never sent (${order.state})`)
      else if (at < order.sent_at.getTime() - skewMs) say('before the order was sent')
      if (at > order.deadline.getTime() + skewMs) say('after the end of the order')
      if (
        toldAt !== null &&
        isLast(order, toldAt, orders) &&
        order.state !== 'confirmed' &&
        order.reason !== 'replayed'
      )
        say(`and told so, and the order is ${order.state} ${order.reason}`)
    }
  }
  return wrong
}

/** Was it the last order that was sent to its device before this moment? What is told then belongs to it. */
function isLast(order: Kept, at: number, orders: ReadonlyMap<string, Kept>): boolean {
  const sentAt = order.sent_at?.getTime() ?? 0
  if (at < sentAt + 1) return false
  return ![...orders.values()].some(
    (other) =>
      other.device_id === order.device_id &&
      other.sent_at &&
      other.sent_at.getTime() > sentAt &&
      other.sent_at.getTime() <= at + 1,
  )
}

function orderAgainst(order: Kept, world: ChaosWorld, devices: ReadonlyMap<number, ChaosDevice>): string[] {
  const wrong: string[] = []
  const say = (what: string) => wrong.push(`order ${order.support_code}, ${order.state} ${order.reason}: ${what}`)
  const device = devices.get(order.device_id)
  const asked = world.asked.get(order.id)
  if (!device || !asked) return [`order ${order.support_code} was given by nobody`]
  if (!ended.has(order.state) || order.settled_at === null) say('has not ended')
  if (world.overdue.has(order.id)) say('ended too late')
  if (order.settled_at && order.settled_at.getTime() > order.deadline.getTime() + graceMs && !order.late)
    say('its outcome came late and is not marked so')
  if (order.checks === null) say('nobody knows what was asked before')
  const { from, until } = asked
  const needed = [
    device.inService,
    ...(order.allowed_by === 'reservation'
      ? [device.holder.welcome, device.holder.reserved, device.holder.inTime]
      : []),
  ]
  if (order.state !== 'refused' && !needed.every((right) => right.possible(true, from, until)))
    say('was allowed without a right')
  const missing = {
    'under-maintenance': device.inService,
    'user-blocked': device.holder.welcome,
    'reservation-not-reserved': device.holder.reserved,
    'reservation-over': device.holder.inTime,
    'reservation-not-begun': device.holder.inTime,
  }[order.reason ?? '']
  if (order.state === 'refused' && missing && !missing.possible(false, from, until)) say('was refused despite a right')
  if (order.state === 'confirmed' && (order.action === 'open' || order.action === 'close')) {
    const { stood } = world.gateways.get(device.gatewayId) ?? { stood: [] }
    const wished = order.action === 'open'
    const own = stood.filter(({ hardwareId }) => hardwareId === device.hardwareId)
    const sentAt = order.sent_at?.getTime() ?? 0
    // As it stood when the order left, and whatever came until it was settled.
    const before = own.filter(({ at }) => at <= sentAt).at(-1)?.open ?? false
    const later = own.filter(({ at }) => at > sentAt && at <= (order.settled_at?.getTime() ?? 0) + skewMs)
    if (before !== wished && !later.some(({ open }) => open === wished))
      say('was confirmed, and the device never was so')
  }
  return wrong
}

/** Every state that screens were told follows on the one before; after an end only a late word changes it, and is marked so. */
async function historyAgainst(knex: Knex, orders: ReadonlyMap<string, Kept>): Promise<string[]> {
  const rows = (await knex('outbox').orderBy('id').select('changes')) as { changes: RoomChange[] }[]
  const told = new Map<string, { version: number; state: DeviceCommandState; late: boolean }[]>()
  for (const { changes } of rows)
    for (const { kind, id, version, view } of changes) {
      if (kind !== 'order' || !orders.has(String(id))) continue
      const { state, late } = view as { state: DeviceCommandState; late: boolean }
      told.set(String(id), [...(told.get(String(id)) ?? []), { version, state, late }])
    }
  const wrong: string[] = []
  for (const [id, list] of told) {
    let before = ''
    for (const { state, late } of list.sort((a, b) => a.version - b.version)) {
      if (state === before) continue
      const code = orders.get(id)?.support_code
      if (!steps[before]?.includes(state)) wrong.push(`order ${code} went from ${before} to ${state}`)
      if (ended.has(before as DeviceCommandState) && !late)
        wrong.push(`order ${code} changed after its end and does not say so`)
      before = state
    }
    if (before !== orders.get(id)?.state) wrong.push(`order ${id}: screens were told ${before}`)
  }
  return wrong
}
