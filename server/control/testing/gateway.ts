import type { Knex } from 'knex'
import { publish } from '../../../db/outbox.ts'
import { applyCommandOutcomes } from '../../../telemetry/commands/command-outcomes.ts'
import { expireDeviceCommands } from '../../../telemetry/commands/expire.ts'
import {
  lockDevices,
  type Moved,
  readDeviceCommands,
  touchDevices,
  writeDeviceCommands,
} from '../../../telemetry/commands/transition.ts'
import { deviceChanges } from '../../../telemetry/views/device.ts'
import { deviceCommandChanges } from '../../../telemetry/views/device-command.ts'

interface Open {
  id: string
  device_id: number
  gateway_id: number
  action: 'open' | 'close'
}
/** Returns the command in flight of a device; throws if there is none. */
async function inFlight(knex: Knex, deviceId: number): Promise<Open> {
  const deviceCommand = await knex('device_commands')
    .where({ device_id: deviceId })
    .whereIn('state', ['queued', 'sent', 'taken'])
    .first<Open | undefined>()
  if (!deviceCommand) throw new Error(`no command for device ${deviceId}`)
  return deviceCommand
}

/** Sends a command in flight as the dispatcher does, with the next counter of its gateway. */
async function step(
  knex: Knex,
  deviceId: number,
  next: (moved: Moved['deviceCommand'], now: Date) => Moved,
): Promise<void> {
  const { id } = await inFlight(knex, deviceId)
  await knex.transaction(async (trx) => {
    await lockDevices(trx, [deviceId])
    const [deviceCommand] = await readDeviceCommands(trx, [id])
    if (!deviceCommand) throw new Error(id)
    const now = new Date()
    const moved = next(deviceCommand, now)
    if (moved.drawnAfter !== undefined)
      await trx('gateways').where({ id: deviceCommand.gatewayId }).increment('order_counter', 1)
    await writeDeviceCommands(trx, [moved], now)
    await touchDevices(trx, [deviceId])
    await publish(trx, [...(await deviceChanges(trx, [deviceId])), ...(await deviceCommandChanges(trx, [id]))])
  })
}

export const send = (knex: Knex, deviceId: number) =>
  step(knex, deviceId, (deviceCommand, now) => ({
    deviceCommand,
    next: { ...deviceCommand, state: 'sent' },
    sentAt: now,
    drawnAfter: 0,
  }))
export const take = (knex: Knex, deviceId: number) =>
  step(knex, deviceId, (deviceCommand, now) => ({
    deviceCommand,
    next: { ...deviceCommand, state: 'taken' },
    takenAt: now,
  }))
/** The gateway rejects it, with its own reason. */
export const dontTake = (knex: Knex, deviceId: number, reason: string) =>
  step(knex, deviceId, (deviceCommand) => ({ deviceCommand, next: { ...deviceCommand, state: 'failed', reason } }))

/** The device reports, which may confirm its last command. */
export async function report(
  knex: Knex,
  deviceId: number,
  doorState: 'open' | 'closed',
  at: Date = new Date(),
): Promise<void> {
  await knex.transaction(async (trx) => {
    await lockDevices(trx, [deviceId])
    const status = doorState === 'open' ? 'free' : 'blocked'
    await trx('device_states')
      .where({ device_id: deviceId })
      .update({ status, door_state: doorState, status_at: at, version: trx.raw(`nextval('change_version')`) })
    await applyCommandOutcomes(trx, { answers: [], reports: [{ deviceId, status, doorState, at }] }, at)
    await publish(trx, await deviceChanges(trx, [deviceId]))
  })
}

/** The gateway accepts the command and the device carries it out. */
export async function carryOut(knex: Knex, deviceId: number): Promise<void> {
  const { action } = await inFlight(knex, deviceId)
  await send(knex, deviceId)
  await take(knex, deviceId)
  await report(knex, deviceId, action === 'open' ? 'open' : 'closed', new Date(Date.now() + 1))
}

/** The device answers that it refuses, or failed. */
export async function answer(
  knex: Knex,
  deviceId: number,
  result: 'refused' | 'failed',
  reason: string,
): Promise<void> {
  const { id, gateway_id: gatewayId } = await inFlight(knex, deviceId)
  await send(knex, deviceId)
  const at = new Date()
  await knex.transaction(async (trx) => {
    await lockDevices(trx, [deviceId])
    await applyCommandOutcomes(
      trx,
      { answers: [{ gatewayId, deviceId, deviceCommandId: id, result, reason, at }], reports: [] },
      at,
    )
  })
}

/** The deadline of the command in flight passes. */
export async function letExpire(knex: Knex, deviceId: number): Promise<void> {
  const { id } = await inFlight(knex, deviceId)
  await knex('device_commands')
    .where({ id })
    .update({ deadline: knex.raw(`issued_at + interval '1 microsecond'`) })
  await expireDeviceCommands(knex)
}
