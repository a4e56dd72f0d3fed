import type { Knex } from 'knex'
import type { TimelineEvent } from '../../../contract/time-machine.ts'
import { bounds, type Piece, sqlMs, type Told } from './piece.ts'

type Order = Omit<Extract<TimelineEvent, { kind: 'order' }>, 'kind'>
interface Row extends Order {
  settledAt: number | null
  state: Extract<TimelineEvent, { kind: 'order-settled' }>['state']
  reason: string | null
  late: boolean
}
/** The longest that an order may be on its way, with room. */
const longestMs = 3_600_000

/** Orders with what became of them, and what was refused (rule TM-7). No names: who may see them follows the link. */
export async function readOrders(trx: Knex, piece: Piece): Promise<Told> {
  const { before } = bounds(piece)
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `SELECT o.id AS "orderId", o.device_id AS "deviceId", o.action, o.allowed_by AS "allowedBy", o.support_code AS "supportCode",
       ${sqlMs('o.issued_at')} AS at, ${sqlMs('o.sent_at')} AS "sentAt", ${sqlMs('o.taken_at')} AS "takenAt", ${sqlMs('o.deadline')} AS deadline,
       ${sqlMs('o.settled_at')} AS "settledAt", o.state, o.reason, o.late
     FROM orders o WHERE o.device_id = ANY (:ids) AND o.issued_at >= :early AND o.issued_at < :before
     ORDER BY o.issued_at, o.id`,
    { ids: [...piece.deviceIds], early: new Date(piece.from - longestMs), before },
  )
  const standing: TimelineEvent[] = []
  const events: TimelineEvent[] = []
  for (const { settledAt, state, reason, late, ...order } of rows) {
    const put = (event: TimelineEvent) => {
      if (event.at <= piece.from) standing.push(event)
      else if (event.at <= piece.until) events.push(event)
    }
    const { deviceId, orderId, action } = order
    if (state !== 'refused') put({ kind: 'order', ...order })
    if (settledAt !== null)
      put({
        kind: 'order-settled',
        at: settledAt,
        deviceId,
        orderId,
        action,
        state,
        reason,
        ...(late ? { late: true as const } : {}),
      })
  }
  return { standing, events, coveredUntil: piece.until }
}

/** What readers and cameras saw, never what was read. */
export async function readAccess(trx: Knex, piece: Piece): Promise<Told> {
  const { after, before } = bounds(piece)
  const { rows } = await trx.raw<{ rows: { at: number; deviceId: number; event: string; outcome: string | null }[] }>(
    `SELECT ${sqlMs('at')} AS at, device_id AS "deviceId", event, outcome
     FROM access_events WHERE device_id = ANY (:ids) AND at >= :after AND at < :before ORDER BY at, id`,
    { ids: [...piece.deviceIds], after, before },
  )
  return { standing: [], events: rows.map((row) => ({ kind: 'access' as const, ...row })), coveredUntil: piece.until }
}
