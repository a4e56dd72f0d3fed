import type { Knex } from 'knex'
import type { CommandLogLine } from '../../contract/control.ts'
import { type DeviceCommandRow, deviceCommandFields, deviceCommandOf } from '../../telemetry/views/device-command.ts'

export interface CommandLogRow extends DeviceCommandRow {
  device_command_id: string
  device_name: string
  site_id: number
  site_name: string
  time_zone: string
  gateway_id: number
  gateway_name: string
  reservation_id: number | null
  reservation_number: number | null
  run_id: string | null
  run_kind: NonNullable<CommandLogLine['run']>['kind'] | null
  run_place: number | null
  by_gateway: boolean
}

/** The select list of CommandLogRow, for use with commandLogJoins. */
export const commandLogFields = `${deviceCommandFields('o')}, d.name AS device_name, o.site_id, site.name AS site_name, site.time_zone,
  o.gateway_id, g.name AS gateway_name, o.reservation_id, v.number AS reservation_number, o.run_id, r.kind AS run_kind,
  step.place AS run_place, o.by_gateway`
/** Commands `o` with everything that a line of the command log shows. */
export const commandLogJoins = `device_commands o
  JOIN devices d ON d.id = o.device_id
  JOIN sites site ON site.id = o.site_id
  JOIN gateways g ON g.id = o.gateway_id
  LEFT JOIN users u ON u.id = o.user_id
  LEFT JOIN reservations v ON v.id = o.reservation_id
  LEFT JOIN control_runs r ON r.id = o.run_id
  LEFT JOIN control_steps step ON step.device_command_id = o.id`

/** Lines of the command log in the order of the ids. */
export async function commandLogLines(trx: Knex, ids: readonly string[]): Promise<CommandLogLine[]> {
  if (ids.length === 0) return []
  const { rows } = await trx.raw<{ rows: CommandLogRow[] }>(
    `SELECT ${commandLogFields} FROM ${commandLogJoins} WHERE o.id = ANY (?::uuid[])`,
    [[...ids]],
  )
  const lines = new Map(rows.map(lineOf).map((line) => [line.id, line]))
  return ids.map((id) => lines.get(id)).filter((line) => line !== undefined)
}

export function lineOf(row: CommandLogRow): CommandLogLine {
  const deviceCommand = deviceCommandOf(row)
  if (!deviceCommand) throw new Error('a line of the command log is a command')
  return {
    ...deviceCommand,
    device: { id: row.device_command_device_id, name: row.device_name },
    site: { id: row.site_id, name: row.site_name, timeZone: row.time_zone },
    gateway: { id: row.gateway_id, name: row.gateway_name },
    reservation:
      row.reservation_id === null || row.reservation_number === null
        ? null
        : { id: row.reservation_id, number: row.reservation_number },
    run:
      row.run_id === null || row.run_kind === null
        ? null
        : { id: row.run_id, kind: row.run_kind, place: row.run_place },
    byGateway: row.by_gateway,
  }
}
