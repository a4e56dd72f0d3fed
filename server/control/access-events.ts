import type { Knex } from 'knex'
import { type AccessEvent, accessEvents } from '../../contract/control.ts'
import { maxCount } from '../../contract/list.ts'
import { iso } from '../../telemetry/views/scope.ts'
import { seesDevice } from '../access/scope.ts'
import { answer } from '../kernel/bus/handle.ts'

/** Returns what readers and cameras saw at a device in the actor's zones, and the outcome (rule C-58). */
export default answer(accessEvents, async ({ input, actor, trx, refuse }) => {
  const { deviceId, page, limit } = input
  if (!(await seesDevice(trx, actor, deviceId))) return refuse('not-found')
  return { events: await readEvents(trx, deviceId, limit, (page - 1) * limit), recordCount: await count(trx, deviceId) }
})

interface EventRow {
  id: number
  event: AccessEvent['event']
  at: Date
  receivedAt: Date
  value: string | null
  outcome: string | null
  reservationId: number | null
  number: number | null
  runId: string | null
}

async function readEvents(trx: Knex, deviceId: number, limit: number, offset: number): Promise<AccessEvent[]> {
  const { rows } = await trx.raw<{ rows: EventRow[] }>(
    `SELECT e.id, e.event, e.at, e.received_at AS "receivedAt", e.outcome, e.reservation_id AS "reservationId", v.number, e.run_id AS "runId",
       CASE e.event WHEN 'pin-entered' THEN NULL WHEN 'rfid-seen' THEN '…' || right(e.value, least(4, length(e.value) / 2)) ELSE e.value END AS value
     FROM access_events e LEFT JOIN reservations v ON v.id = e.reservation_id
     WHERE e.device_id = ? ORDER BY e.at DESC, e.id DESC LIMIT ? OFFSET ?`,
    [deviceId, limit, offset],
  )
  return rows.map(({ at, receivedAt, reservationId, number, ...event }) => ({
    ...event,
    at: iso(at),
    receivedAt: iso(receivedAt),
    reservation: reservationId === null || number === null ? null : { id: reservationId, number },
  }))
}

async function count(trx: Knex, deviceId: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int AS count FROM (SELECT FROM access_events WHERE device_id = ? LIMIT ?) AS counted',
    [deviceId, maxCount],
  )
  return rows[0]?.count ?? 0
}
