import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import type { OrderView } from '../../contract/devices.ts'
import { rooms } from '../../contract/rooms.ts'
import { prepared } from '../../db/sql.ts'
import { iso } from './scope.ts'

/** Columns of an order as views join them; all null without one. */
export interface OrderRow {
  order_id: string | null
  order_version: number
  order_device_id: number
  support_code: string
  action: OrderView['action']
  order_state: OrderView['state']
  reason: string | null
  allowed_by: OrderView['allowedBy']
  ordered_by: string | null
  anyway: boolean
  issued_at: Date
  deadline: Date
  sent_at: Date | null
  taken_at: Date | null
  settled_at: Date | null
  late: boolean
}

/** Returns the select list of OrderRow for an alias of orders, with its user joined as u. */
export function orderFields(o: string): string {
  return `${o}.id AS order_id, ${o}.version AS order_version, ${o}.device_id AS order_device_id, ${o}.support_code, ${o}.action,
    ${o}.state AS order_state, ${o}.reason, ${o}.allowed_by, coalesce(nullif(u.full_name, ''), u.username) AS ordered_by, ${o}.anyway,
    ${o}.issued_at, ${o}.deadline, ${o}.sent_at, ${o}.taken_at, ${o}.settled_at, ${o}.late`
}

/** Returns a subquery of a device's last order that was not refused. */
export function lastOrder(deviceId: string): string {
  return `SELECT * FROM orders WHERE device_id = ${deviceId} AND state <> 'refused' ORDER BY issued_at DESC, version DESC LIMIT 1`
}

export function orderOf(row: OrderRow): OrderView | null {
  if (row.order_id === null) return null
  return {
    id: row.order_id,
    supportCode: row.support_code,
    deviceId: row.order_device_id,
    action: row.action,
    state: row.order_state,
    reason: row.reason,
    allowedBy: row.allowed_by,
    by: row.ordered_by,
    anyway: row.anyway,
    issuedAt: iso(row.issued_at),
    deadline: iso(row.deadline),
    sentAt: iso(row.sent_at),
    takenAt: iso(row.taken_at),
    settledAt: iso(row.settled_at),
    late: row.late,
  }
}

/** Returns orders by id, or the last ones of a device (issued in a span), newest first, for watchers of the device. */
export async function orderViews(
  trx: Knex,
  where: { ids: readonly string[] } | { deviceId: number; last: number; from?: Date; until?: Date | null },
): Promise<RoomChange<'order'>[]> {
  const [condition, bindings] =
    'ids' in where
      ? ['o.id = ANY (?::uuid[])', [[...where.ids]]]
      : [
          `o.device_id = ? AND o.issued_at >= coalesce(?::timestamptz, '-infinity') AND o.issued_at <= coalesce(?::timestamptz, 'infinity')`,
          [where.deviceId, where.from ?? null, where.until ?? null],
        ]
  const rows = await prepared<OrderRow>(
    trx,
    `SELECT ${orderFields('o')} FROM orders o LEFT JOIN users u ON u.id = o.user_id WHERE ${condition}
     ORDER BY o.issued_at DESC, o.version DESC ${'last' in where ? 'LIMIT ?' : ''}`,
    'last' in where ? [...bindings, where.last] : bindings,
  )
  return rows.flatMap((row) => {
    const view = orderOf(row)
    return view
      ? [change('order', { id: view.id, version: row.order_version, view, rooms: [rooms.device(view.deviceId)] })]
      : []
  })
}

/** Returns orders as changes for watchers of their device. */
export async function orderChanges(trx: Knex, ids: readonly string[]): Promise<RoomChange<'order'>[]> {
  return ids.length === 0 ? [] : orderViews(trx, { ids })
}
