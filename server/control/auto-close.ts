import type { Knex } from 'knex'
import { publish } from '../../db/outbox.ts'
import { type Closing, type ClosingEvent, nextClosing } from '../../machines/auto-close.ts'
import { type ControlFacts, controlChecks, refusalOf } from '../../machines/control.ts'
import {
  type ClosingRow,
  closingColumns,
  closingOf,
  lastMove,
  openingsOf,
  saveClosings,
} from '../../telemetry/ingest/closings.ts'
import { openMalfunctions } from '../../telemetry/malfunctions/malfunctions.ts'
import { malfunctionChanges } from '../../telemetry/views/malfunction.ts'
import type { Context } from '../kernel/context.ts'
import { lockedFacts } from './facts.ts'
import { requestCommands } from './request-commands.ts'

/** Devices in one transaction. */
const page = 50

type Needed = Pick<Context, 'deviceKnex' | 'link'>
interface Device {
  readonly id: number
  readonly gatewayId: number
}

/**
 * Issues due close commands (rules C-40 to C-45); returns how many. A device that must wait is postponed without a log
 * entry; three failed commands are a malfunction.
 */
export async function closeDue({ deviceKnex: knex, link }: Needed): Promise<number> {
  for (let total = 0, after = 0; ; ) {
    const due = await readDue(knex, after)
    const last = due.at(-1)
    if (!last) return total
    // Before locking: with several processes this asks the others.
    const linked = await link.linkedAmong([...new Set(due.map(({ gatewayId }) => gatewayId))])
    total += await knex.transaction((trx) => closeSome(trx, link, due, linked))
    if (due.length < page) return total
    after = last.id
  }
}

async function readDue(knex: Knex, after: number): Promise<Device[]> {
  const { rows } = await knex.raw<{ rows: Device[] }>(
    `SELECT d.id, d.gateway_id AS "gatewayId" FROM devices d WHERE d.id > ? AND d.id IN (
       SELECT device_id FROM auto_closings WHERE gave_up_at IS NULL AND due_at <= statement_timestamp()
       UNION ALL SELECT c.device_id FROM auto_closings c JOIN device_commands o ON o.id = c.device_command_id WHERE o.settled_at IS NOT NULL)
     ORDER BY d.id LIMIT ?`,
    [after, page],
  )
  return rows
}

async function closeSome(
  trx: Knex.Transaction,
  link: Needed['link'],
  devices: readonly Device[],
  linked: ReadonlySet<number>,
): Promise<number> {
  const ids = devices.map(({ id }) => id)
  const { facts, at: now } = await lockedFacts(trx, ids, linked)
  const at = now.getTime()
  const known = new Map((await readClosings(trx, ids)).map((row) => [row.deviceId, row]))
  const changed = new Map<number, Closing | null>()
  const step = (id: number, event: ClosingEvent): void => {
    const row = known.get(id)
    if (row) changed.set(id, nextClosing(changed.get(id) ?? row.closing, event, row, at))
  }
  const wanted: Device[] = []
  for (const device of devices) {
    const row = known.get(device.id)
    if (!row) continue
    const event = evaluate(row, facts.get(device.id), at)
    if (event === 'close') wanted.push(device)
    else if (event) step(device.id, event)
  }
  // The links were read before locking.
  const asked = { link: { ...link, linkedAmong: async () => new Set(linked) } }
  const given =
    wanted.length > 0 ? await requestCommands(trx, asked, { devices: wanted, action: 'close', by: 'schedule' }) : null
  for (const { deviceId, deviceCommandId, deadline } of given?.issued ?? [])
    step(deviceId, { type: 'ISSUED', deviceCommandId, deadline: deadline.getTime() })
  for (const { deviceId, code } of given?.refused ?? []) step(deviceId, { type: 'HINDERED', code })
  const changes = [...changed].map(([deviceId, closing]) => ({ deviceId, closing }))
  await saveClosings(trx, changes)
  const opened = await openMalfunctions(trx, await openingsOf(trx, changes, now))
  await publish(trx, await malfunctionChanges(trx, opened))
  return given?.issued.length ?? 0
}

/** Returns what to do with a device that seemed due, decided from its state under the lock. */
function evaluate(row: Known, facts: ControlFacts | undefined, at: number): ClosingEvent | 'close' | null {
  if (!facts || !row.closes) return { type: 'CLOSED' }
  if (row.settled) return { type: 'NOT_CLOSED', sent: row.sent }
  if (row.closing.gaveUpAt !== null || row.closing.dueAt > at) return null
  // It is already closing.
  if (facts.status === 'blocking') return { type: 'HINDERED', code: 'too-fast' }
  const code = refusalOf(controlChecks({ action: 'close', by: 'schedule' }, facts, null, new Date(at)))
  return code === null ? 'close' : { type: 'HINDERED', code }
}

interface Known {
  readonly deviceId: number
  readonly usedS: number
  readonly unusedS: number
  readonly closes: boolean
  /** When its command ended, and whether the command had been sent to the gateway. */
  readonly settled: boolean
  readonly sent: boolean
  readonly closing: Closing
}

async function readClosings(trx: Knex.Transaction, ids: readonly number[]): Promise<Known[]> {
  const { rows } = await trx.raw<{ rows: (Omit<Known, 'closing'> & ClosingRow)[] }>(
    `SELECT d.id AS "deviceId", d.auto_close AND (m.action IS DISTINCT FROM 'open' OR m.allowed_by <> 'emergency') AS closes,
       d.auto_close_gatetime_s AS "usedS", d.auto_close_unused_gatetime_s AS "unusedS",
       o.settled_at IS NOT NULL AS settled, o.sent_at IS NOT NULL AS sent, ${closingColumns}
     FROM auto_closings c JOIN devices d ON d.id = c.device_id LEFT JOIN device_commands o ON o.id = c.device_command_id
     LEFT JOIN LATERAL (${lastMove('c')}) m ON true WHERE c.device_id = ANY (?)`,
    [[...ids]],
  )
  return rows.flatMap((row) => {
    const closing = closingOf(row)
    return closing ? [{ ...row, closing }] : []
  })
}
