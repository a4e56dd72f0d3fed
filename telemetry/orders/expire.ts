import type { Knex } from 'knex'
import { emit } from '../../db/outbox.ts'
import { nextAttempt } from '../../machines/attempt.ts'
import { openMalfunctions } from '../malfunctions.ts'
import { deviceChanges } from '../views/device.ts'
import { malfunctionChanges } from '../views/malfunction.ts'
import { orderChanges } from '../views/order.ts'
import {
  isOpen,
  type LockedOrder,
  lockDevices,
  type Moved,
  readOrders,
  touchDevices,
  writeOrders,
} from './transition.ts'

const batch = 500

/**
 * Ends the orders whose deadline has passed by the database's clock (or by `now`, when given): never sent = expired, no answer = unknown,
 * taken but not carried out in time = failed, which opens 'not-responding' for the device. Answers how many ended. Safe to run anywhere, at any time.
 */
export async function expireOrders(knex: Knex, now?: Date): Promise<number> {
  for (let ended = 0; ; ) {
    const step = await knex.transaction((trx) => expireSome(trx, now))
    ended += step
    if (step < batch) return ended
  }
}

async function expireSome(trx: Knex.Transaction, given: Date | undefined): Promise<number> {
  const due = await trx.raw<{ rows: { id: string; device_id: number; now: Date }[] }>(
    `SELECT id, device_id, coalesce(?::timestamptz, clock_timestamp()) AS now FROM orders
     WHERE state IN ('queued', 'sent', 'taken') AND deadline < coalesce(?::timestamptz, clock_timestamp()) ORDER BY deadline LIMIT ?`,
    [given ?? null, given ?? null, batch],
  )
  const now = due.rows[0]?.now
  if (!now) return 0
  const deviceIds = [...new Set(due.rows.map((row) => row.device_id))]
  await lockDevices(trx, deviceIds)
  const orders = await readOrders(
    trx,
    due.rows.map((row) => row.id),
  )
  const moved: Moved[] = orders
    .filter((order) => isOpen(order.state) && order.deadline < now)
    .map((order) => ({ order, next: nextAttempt(order, { type: 'DEADLINE' }) }))
  if (moved.length === 0) return due.rows.length
  await writeOrders(trx, moved, now)
  const touched = [...new Set(moved.map(({ order }) => order.deviceId))]
  await touchDevices(trx, touched)
  const silent = moved.filter(({ order }) => order.state === 'taken').map(({ order }) => order)
  const malfunctionIds = await openMalfunctions(
    trx,
    silent.map((order) => notResponding(order, now)),
  )
  await emit(trx, {
    changes: [
      ...(await deviceChanges(trx, touched)),
      ...(await orderChanges(
        trx,
        moved.map(({ order }) => order.id),
      )),
      ...(await malfunctionChanges(trx, malfunctionIds)),
    ],
  })
  return due.rows.length
}
