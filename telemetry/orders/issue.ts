import type { Knex } from 'knex'
import type { allowedBy } from '../../contract/devices.ts'
import { emit } from '../../db/outbox.ts'
import type { Action } from '../../machines/device.ts'
import { deviceChanges } from '../views/device.ts'
import { orderChanges } from '../views/order.ts'
import { lockDevices, touchDevices } from './transition.ts'

/** A wish for one device, already allowed by the rules. */
export interface Wish {
  readonly deviceId: number
  readonly gatewayId: number
  readonly action: Action
  readonly allowedBy: (typeof allowedBy)[number]
  readonly userId: number | null
  readonly reservationId?: number
  readonly anyway?: boolean
  readonly note?: string
  readonly timeoutSeconds: number
  /** Makes a support code; asked again when one is taken already. */
  readonly supportCode: () => string
}
export interface Issued {
  readonly orderId: string
  readonly supportCode: string
  readonly deadline: Date
}

/**
 * Puts an order into the ledger, in state queued, with the next counter of its gateway, remembers the wish with the device and tells screens
 * and dispatcher. Null when an order of this device is in flight already; then nothing was written.
 */
export async function issueOrder(trx: Knex.Transaction, wish: Wish, now: Date): Promise<Issued | null> {
  await lockDevices(trx, [wish.deviceId])
  const deadline = new Date(now.getTime() + wish.timeoutSeconds * 1_000)
  const busy = await trx.raw<{ rows: object[] }>(
    `SELECT FROM orders WHERE device_id = ? AND state IN ('queued', 'sent', 'taken')`,
    [wish.deviceId],
  )
  if (busy.rows.length > 0) return null
  const counter = await nextCounter(trx, wish.gatewayId)
  const row = await insertOrder(trx, wish, { counter, state: 'queued', issued_at: now, deadline })
  await trx('device_states').where({ device_id: wish.deviceId }).update({ wished: wish.action, wished_at: now })
  await touchDevices(trx, [wish.deviceId])
  await emit(trx, {
    fact: 'control.orderIssued',
    payload: { orderId: row.id, gatewayId: wish.gatewayId },
    changes: [...(await deviceChanges(trx, [wish.deviceId])), ...(await orderChanges(trx, [row.id]))],
  })
  return { orderId: row.id, supportCode: row.support_code, deadline }
}

/** Keeps a wish that the rules refused, with the reason, and tells the screens of the device. */
export async function keepRefused(
  trx: Knex.Transaction,
  wish: Wish,
  reason: string,
  now: Date,
): Promise<{ supportCode: string }> {
  const deadline = new Date(now.getTime() + wish.timeoutSeconds * 1_000)
  const row = await insertOrder(trx, wish, { state: 'refused', reason, issued_at: now, deadline, settled_at: now })
  await emit(trx, { changes: await orderChanges(trx, [row.id]) })
  return { supportCode: row.support_code }
}

async function nextCounter(trx: Knex.Transaction, gatewayId: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: { order_counter: number }[] }>(
    'UPDATE gateways SET order_counter = order_counter + 1 WHERE id = ? RETURNING order_counter',
    [gatewayId],
  )
  if (!rows[0]) throw new Error(`gateway ${gatewayId} is gone`)
  return rows[0].order_counter
}

async function insertOrder(
  trx: Knex.Transaction,
  wish: Wish,
  rest: Record<string, unknown>,
): Promise<{ id: string; support_code: string }> {
  for (let tries = 0; tries < 5; tries += 1) {
    const rows = await trx('orders')
      .insert({
        device_id: wish.deviceId,
        gateway_id: wish.gatewayId,
        action: wish.action,
        allowed_by: wish.allowedBy,
        user_id: wish.userId,
        reservation_id: wish.reservationId ?? null,
        anyway: wish.anyway ?? false,
        note: wish.note || null,
        support_code: wish.supportCode(),
        version: trx.raw(`nextval('change_version')`),
        ...rest,
      })
      .onConflict('support_code')
      .ignore()
      .returning<{ id: string; support_code: string }[]>(['id', 'support_code'])
    if (rows[0]) return rows[0]
  }
  throw new Error('no free support code found')
}
