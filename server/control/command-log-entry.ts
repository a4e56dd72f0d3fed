import type { Knex } from 'knex'
import type * as z from 'zod'
import { commandLogEntry } from '../../contract/control.ts'
import { iso, type Scope, siteScope } from '../../telemetry/views/scope.ts'
import { answer } from '../kernel/bus/handle.ts'
import { commandLogScope, findByCode, wholeCode } from './command-log-find.ts'
import { type CommandLogRow, commandLogFields, commandLogJoins, lineOf } from './command-log-rows.ts'

type Whole = z.input<typeof commandLogEntry.reply>

/**
 * Returns one command with everything known about it (rule C-57). By id for operators of its site; by its whole support
 * code for support too.
 */
export default answer(commandLogEntry, async ({ input, actor, trx, refuse }) => {
  const { deviceCommandId, supportCode = '' } = input
  if (deviceCommandId === undefined && supportCode === '')
    return refuse('bad-input', undefined, [{ path: 'supportCode', issue: 'field-required' }])
  const coded = wholeCode.test(supportCode)
  if (supportCode !== '' && !coded) return refuse('not-found')
  const scope = commandLogScope(actor, coded)
  if (scope === null) return refuse('not-found')
  const found = coded ? await findByCode(trx, scope, supportCode) : (deviceCommandId ?? null)
  if (found === null || (deviceCommandId !== undefined && deviceCommandId.toLowerCase() !== found.toLowerCase()))
    return refuse('not-found')
  return (await readWhole(trx, scope, found)) ?? refuse('not-found')
})

interface WholeRow extends CommandLogRow {
  icon: string | null
  counter: number | null
  note: string | null
  answered_at: Date | null
  answer: Whole['answer']
  had_at: Date | null
  checks: Whole['checks']
  event: string | null
  event_at: Date
  event_outcome: string | null
}

async function readWhole(trx: Knex, scope: Scope, id: string): Promise<Whole | null> {
  const { sql, bindings } = siteScope(scope, 'o.site_id')
  const { rows } = await trx.raw<{ rows: WholeRow[] }>(
    `SELECT ${commandLogFields}, dt.icon, o.counter, o.note, o.answered_at, o.answer, o.had_at, o.checks, e.event, e.at AS event_at, e.outcome AS event_outcome
     FROM ${commandLogJoins} JOIN device_types dt ON dt.id = d.device_type_id LEFT JOIN access_events e ON e.id = coalesce(o.access_event_id, r.access_event_id)
     WHERE o.id = ? AND ${sql}`,
    [id, ...bindings],
  )
  const row = rows[0]
  if (!row) return null
  return {
    ...lineOf(row),
    icon: row.icon,
    counter: row.counter,
    note: row.note,
    answeredAt: iso(row.answered_at),
    answer: row.answer,
    checks: row.checks,
    event: row.event === null ? null : { event: row.event, at: iso(row.event_at), outcome: row.event_outcome },
    reports: await reportsAround(trx, row),
    siblings: row.run_id === null ? [] : await siblings(trx, scope, row.run_id, id),
  }
}

/**
 * Returns the device's reports from one minute before the command (by its gateway's clock, if that is slow) to two
 * minutes after its end or deadline.
 */
async function reportsAround(trx: Knex, row: WholeRow): Promise<Whole['reports']> {
  const { rows } = await trx.raw<{ rows: { at: Date; status: string; doorState: string | null }[] }>(
    `SELECT at, status, door_state AS "doorState" FROM device_reports
     WHERE device_id = ? AND at BETWEEN least(?::timestamptz, ?) - interval '1 minute' AND ?::timestamptz + interval '2 minutes'
     ORDER BY at, received_at LIMIT 500`,
    [row.device_command_device_id, row.issued_at, row.had_at, row.settled_at ?? row.deadline] as never,
  )
  return rows.map(({ at, status, doorState }) => ({ at: iso(at), status, doorState }))
}

/**
 * Returns the other devices of its run in the scope, in order. A step is shown by its command, which gets late reports
 * first.
 */
async function siblings(trx: Knex, scope: Scope, runId: string, id: string): Promise<Whole['siblings']> {
  const { sql, bindings } = siteScope(scope, 'coalesce(o.site_id, d.site_id)')
  const { rows } = await trx.raw<{
    rows: { deviceCommandId: string | null; deviceId: number; name: string; state: string; reason: string | null }[]
  }>(
    `SELECT s.device_command_id AS "deviceCommandId", d.id AS "deviceId", d.name, coalesce(o.state, s.state) AS state,
       CASE WHEN o.id IS NULL THEN s.reason ELSE o.reason END AS reason
     FROM control_steps s JOIN devices d ON d.id = s.device_id LEFT JOIN device_commands o ON o.id = s.device_command_id
     WHERE s.run_id = ? AND s.device_command_id IS DISTINCT FROM ?::uuid AND ${sql} ORDER BY s.place`,
    [runId, id, ...bindings],
  )
  return rows.map(({ deviceId, name, ...step }) => ({ ...step, device: { id: deviceId, name } }))
}
