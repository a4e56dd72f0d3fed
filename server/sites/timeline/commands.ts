import type { Knex } from 'knex'
import type { TimelineEvent } from '../../../contract/sites/timeline.ts'
import { many } from '../../../db/sql.ts'
import { bindingsOf, Gathered, type Piece, sqlMs, type Told } from './piece.ts'

type DeviceCommand = Omit<Extract<TimelineEvent, { kind: 'command' }>, 'kind'>
interface Row extends DeviceCommand {
  settledAt: number | null
  state: Extract<TimelineEvent, { kind: 'command-outcome' }>['state']
  reason: string | null
  late: boolean
}
/** Maximum time from a command to its outcome, with a margin. */
const maxMs = 3_600_000

/** Commands with their outcome, and refused requests (rule TM-7). Without names: the link leads to whoever may see them. */
export async function readDeviceCommands(trx: Knex, piece: Piece): Promise<Told> {
  const rows = await many<Row>(
    trx,
    `SELECT o.id AS "deviceCommandId", o.device_id AS "deviceId", o.action, o.allowed_by AS "allowedBy", o.support_code AS "supportCode",
       ${sqlMs('o.issued_at')} AS at, ${sqlMs('o.sent_at')} AS "sentAt", ${sqlMs('o.taken_at')} AS "takenAt", ${sqlMs('o.deadline')} AS deadline,
       ${sqlMs('o.settled_at')} AS "settledAt", o.state, o.reason, o.late
     FROM device_commands o WHERE o.device_id = ANY (:ids) AND o.issued_at >= :early AND o.issued_at < :before
     ORDER BY o.issued_at, o.id`,
    { ...bindingsOf(piece), early: new Date(piece.from - maxMs) },
  )
  const told = new Gathered(piece)
  for (const { settledAt, state, reason, late, ...deviceCommand } of rows) {
    const { deviceId, deviceCommandId, action } = deviceCommand
    if (state !== 'refused') told.add({ kind: 'command', ...deviceCommand })
    const outcome = { deviceId, deviceCommandId, action, state, reason, ...(late ? { late: true as const } : {}) }
    if (settledAt !== null) told.add({ kind: 'command-outcome', at: settledAt, ...outcome })
  }
  return told
}

/** What readers and cameras registered, without the values they read. */
export async function readAccess(trx: Knex, piece: Piece): Promise<Told> {
  const rows = await many<{ at: number; deviceId: number; event: string; outcome: string | null }>(
    trx,
    `SELECT ${sqlMs('at')} AS at, device_id AS "deviceId", event, outcome
     FROM access_events WHERE device_id = ANY (:ids) AND at >= :after AND at < :before ORDER BY at, id`,
    bindingsOf(piece),
  )
  return { standing: [], events: rows.map((row) => ({ kind: 'access' as const, ...row })), coveredUntil: piece.until }
}
