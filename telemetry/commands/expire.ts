import type { Knex } from 'knex'
import { publish } from '../../db/outbox.ts'
import { many } from '../../db/sql.ts'
import { nextDeviceCommand } from '../../machines/device-command.ts'
import { openMalfunctions } from '../malfunctions/malfunctions.ts'
import { deviceChanges } from '../views/device.ts'
import { deviceCommandChanges } from '../views/device-command.ts'
import { malfunctionChanges } from '../views/malfunction.ts'
import { isOpen, lockDevices, readDeviceCommands, touchDevices, writeDeviceCommands } from './transition.ts'

const batch = 500

/**
 * Ends the commands whose deadline has passed by the database's clock, or by `now`: never sent = expired, no answer = unknown, taken but not
 * carried out = failed, which opens 'not-responding'. Returns how many ended. Safe to run anywhere, at any time.
 */
export async function expireDeviceCommands(knex: Knex, now?: Date): Promise<number> {
  for (let total = 0; ; ) {
    // Usually nothing is due, and a query costs less than a transaction. Its results are checked again under the locks.
    const due = await readDue(knex, now ?? null)
    const [first] = due
    if (first) total += await knex.transaction((trx) => expireSome(trx, due, first.now))
    if (due.length < batch) return total
  }
}

interface Overdue {
  readonly id: string
  readonly device_id: number
  /** Time by which all of them are evaluated. */
  readonly now: Date
}

async function readDue(knex: Knex, given: Date | null): Promise<Overdue[]> {
  return many<Overdue>(
    knex,
    `SELECT id, device_id, clock.now FROM (SELECT coalesce(?::timestamptz, clock_timestamp()) AS now) AS clock, device_commands
     WHERE state IN ('queued', 'sent', 'taken') AND deadline < clock.now ORDER BY deadline LIMIT ?`,
    [given, batch],
  )
}

async function expireSome(trx: Knex.Transaction, due: readonly Overdue[], now: Date): Promise<number> {
  await lockDevices(trx, [...new Set(due.map((each) => each.device_id))])
  const ids = due.map((each) => each.id)
  const deviceCommands = (await readDeviceCommands(trx, ids)).filter(
    (deviceCommand) => isOpen(deviceCommand.state) && deviceCommand.deadline < now,
  )
  if (deviceCommands.length === 0) return 0
  const moved = deviceCommands.map((deviceCommand) => ({
    deviceCommand,
    next: nextDeviceCommand(deviceCommand, { type: 'DEADLINE' }),
  }))
  const deviceIds = [...new Set(deviceCommands.map((deviceCommand) => deviceCommand.deviceId))]
  await writeDeviceCommands(trx, moved, now)
  await touchDevices(trx, deviceIds)
  const openings = deviceCommands
    .filter((deviceCommand) => deviceCommand.state === 'taken')
    .map(({ deviceId, deadline: at, supportCode, action }) => {
      const detail = { supportCode, action }
      return { kind: 'not-responding' as const, deviceId, at, detail }
    })
  const opened = await openMalfunctions(trx, openings)
  const deviceCommandIds = deviceCommands.map((deviceCommand) => deviceCommand.id)
  await publish(trx, [
    ...(await deviceChanges(trx, deviceIds)),
    ...(await deviceCommandChanges(trx, deviceCommandIds)),
    ...(await malfunctionChanges(trx, opened)),
  ])
  return deviceCommands.length
}
