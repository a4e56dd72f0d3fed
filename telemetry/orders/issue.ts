import type { Knex } from 'knex'
import { fact } from '../../contract/facts.ts'
import { publish } from '../../db/outbox.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import type { AllowedBy } from '../../machines/control.ts'
import type { Action } from '../../machines/device.ts'
import { deviceChanges } from '../views/device.ts'
import { orderChanges } from '../views/order.ts'
import { lockingDevices } from './transition.ts'

/** A wish for one device, already decided by the rules. */
export interface Wish {
  readonly deviceId: number
  readonly gatewayId: number
  readonly action: Action
  readonly allowedBy: AllowedBy
  readonly userId: number | null
  readonly reservationId?: number | null
  readonly tokenId?: number | null
  readonly runId?: string | null
  readonly accessEventId?: number | null
  readonly anyway?: boolean
  readonly note?: string
  readonly timeoutSeconds: number
  /** What was asked before, with the facts of that moment; kept with the order. */
  readonly checks?: object | null
  /** Makes a support code; asked again when one is taken already. */
  readonly supportCode: () => string
}
export interface Issued {
  readonly deviceId: number
  readonly orderId: string
  readonly supportCode: string
  readonly deadline: Date
}
export interface RefusedWish {
  readonly wish: Wish
  readonly reason: string
}

/**
 * Puts orders into the ledger, in state queued, remembers the wishes with the devices and tells screens and dispatcher. At most one wish a device. A device
 * with an order in flight is left out of the answer; nothing is written for it. Locks: devices ascending. The gateway stays free: all who wish something at
 * one site would wait there for one another's commit.
 */
export async function issueOrders(trx: Knex.Transaction, wishes: readonly Wish[], now: Date): Promise<Issued[]> {
  const wishedFor = wishes.map(({ deviceId }) => deviceId)
  const [, busy] = await pipelined([
    lockingDevices(trx, wishedFor),
    prepared<{ device_id: number }>(trx, busySql, [wishedFor]),
  ])
  const taken = new Set(busy.map((row) => row.device_id))
  const free = wishes.filter(({ deviceId }) => !taken.has(deviceId))
  if (free.length === 0) return []
  const rows = free.map((wish) => rowOf(wish, now, { state: 'queued' }))
  const written = await insertOrders(trx, rows, free)
  await tell(trx, written, free, now)
  return written
}

/** Keeps wishes that the rules refused, with the reasons, and tells the screens of their devices. */
export async function keepRefusals(
  trx: Knex.Transaction,
  refused: readonly RefusedWish[],
  now: Date,
): Promise<{ deviceId: number; orderId: string; supportCode: string }[]> {
  if (refused.length === 0) return []
  const rows = refused.map(({ wish, reason }) => rowOf(wish, now, { state: 'refused', reason, settled_at: now }))
  const kept = await insertOrders(
    trx,
    rows,
    refused.map(({ wish }) => wish),
  )
  const changes = await orderChanges(
    trx,
    kept.map(({ orderId }) => orderId),
  )
  await publish(trx, changes)
  return kept
}

const busySql = `SELECT device_id FROM orders WHERE device_id = ANY (?) AND state IN ('queued', 'sent', 'taken')`
const wishedSql = `UPDATE device_states s SET wished = w.action, wished_at = ?, version = nextval('change_version')
  FROM unnest(?::integer[], ?::text[]) AS w (device_id, action) WHERE s.device_id = w.device_id`

/** Remembers the wishes with the devices and tells of both, in rows of a bounded size; each gateway is woken once. */
async function tell(
  trx: Knex.Transaction,
  written: readonly Issued[],
  wishes: readonly Wish[],
  now: Date,
): Promise<void> {
  const deviceIds = wishes.map(({ deviceId }) => deviceId)
  const actions = wishes.map(({ action }) => action)
  // Sent in this order: the views show what is written.
  const [, devices, orders] = await pipelined([
    prepared(trx, wishedSql, [now, deviceIds, actions]),
    deviceChanges(trx, deviceIds),
    orderChanges(
      trx,
      written.map(({ orderId }) => orderId),
    ),
  ])
  const changes = [...devices, ...orders]
  const firstOf = new Map<number, string>()
  written.forEach(({ orderId }, index) => {
    const gatewayId = wishes[index]?.gatewayId ?? 0
    if (!firstOf.has(gatewayId)) firstOf.set(gatewayId, orderId)
  })
  const [first, ...others] = [...firstOf].map(([gatewayId, orderId]) =>
    fact('control.orderIssued', { gatewayId, orderId }),
  )
  await publish(trx, changes, first)
  for (const each of others) await publish(trx, [], each)
}

type Row = Record<string, unknown> & { support_code: string; deadline: Date }

function rowOf(wish: Wish, now: Date, rest: Record<string, unknown>): Row {
  return {
    device_id: wish.deviceId,
    gateway_id: wish.gatewayId,
    action: wish.action,
    allowed_by: wish.allowedBy,
    user_id: wish.userId,
    reservation_id: wish.reservationId ?? null,
    token_id: wish.tokenId ?? null,
    run_id: wish.runId ?? null,
    access_event_id: wish.accessEventId ?? null,
    anyway: wish.anyway ?? false,
    note: wish.note || null,
    checks: wish.checks ?? null,
    support_code: wish.supportCode(),
    issued_at: now,
    deadline: new Date(now.getTime() + wish.timeoutSeconds * 1_000),
    ...rest,
  }
}

/** One parameter, however many orders. The site is the one at which the device stands now. Versions rise in the order of the wish: so the orders go out. */
const insertSql = `INSERT INTO orders (device_id, gateway_id, site_id, action, allowed_by, user_id, reservation_id, token_id, run_id,
    access_event_id, anyway, note, checks, support_code, issued_at, deadline, state, reason, settled_at, version)
  SELECT n.device_id, n.gateway_id, d.site_id, n.action, n.allowed_by, n.user_id, n.reservation_id, n.token_id, n.run_id,
    n.access_event_id, n.anyway, n.note, n.checks, n.support_code, n.issued_at, n.deadline, n.state, n.reason, n.settled_at,
    nextval('change_version')
  FROM jsonb_to_recordset(?::jsonb) AS n (device_id integer, gateway_id integer, action text, allowed_by text, user_id integer,
    reservation_id integer, token_id bigint, run_id uuid, access_event_id bigint, anyway boolean, note text, checks jsonb,
    support_code text, issued_at timestamptz, deadline timestamptz, state text, reason text, settled_at timestamptz,
    place integer)
  JOIN devices d ON d.id = n.device_id
  ORDER BY n.place
  ON CONFLICT (support_code) DO NOTHING RETURNING id, support_code`

/** Writes the rows; whoever drew a support code that is taken draws again. Answers in the order of the rows. */
async function insertOrders(trx: Knex.Transaction, rows: readonly Row[], wishes: readonly Wish[]): Promise<Issued[]> {
  const done = new Map<number, Issued>()
  for (let tries = 0; tries < 5 && done.size < rows.length; tries += 1) {
    const open = rows.flatMap((row, index) => (done.has(index) ? [] : [{ row, index }]))
    for (const { row, index } of tries === 0 ? [] : open) row.support_code = wishes[index]?.supportCode() ?? ''
    const inserted = await prepared<{ id: string; support_code: string }>(trx, insertSql, [
      JSON.stringify(open.map(({ row, index }) => ({ ...row, place: index }))),
    ])
    const byCode = new Map(inserted.map(({ id, support_code: code }) => [code, id]))
    for (const { row, index } of open) {
      const orderId = byCode.get(row.support_code)
      const wish = wishes[index]
      if (orderId && wish)
        done.set(index, { deviceId: wish.deviceId, orderId, supportCode: row.support_code, deadline: row.deadline })
      byCode.delete(row.support_code)
    }
  }
  if (done.size < rows.length) throw new Error('no free support code found')
  return rows.map((_, index) => done.get(index) as Issued)
}
