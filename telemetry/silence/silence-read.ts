import type { Knex } from 'knex'
import { many } from '../../db/sql.ts'
import { monitoredSql, settingsColumns } from '../ingest/ingest-registry.ts'
import type { MalfunctionKind } from '../malfunctions/kinds.ts'
import type { DeviceSettings } from '../malfunctions/rules.ts'

/** The state of a device that the sweep needs. Times in ms. */
export interface QuietDevice extends DeviceSettings {
  readonly id: number
  readonly lastMessageAt: number
  readonly reachable: boolean
  readonly doorOpenSince: number | null
  readonly openRequestedAt: number | null
  /** Open malfunctions, and those held open although they are over for now (M-9). */
  readonly open: ReadonlySet<MalfunctionKind>
  readonly held: ReadonlySet<MalfunctionKind>
  readonly gateway: {
    readonly id: number
    readonly linked: boolean
    readonly lastMessageAt: number | null
    readonly silent: boolean
    /** When it last came back after a silence. */
    readonly backAt: number | null
  }
}

type Row = Omit<QuietDevice, 'lastMessageAt' | 'doorOpenSince' | 'openRequestedAt' | 'open' | 'held' | 'gateway'> & {
  readonly lastMessageAt: Date
  readonly doorOpenSince: Date | null
  readonly openRequestedAt: Date | null
  readonly open: MalfunctionKind[]
  readonly held: MalfunctionKind[]
  readonly gatewayId: number
  readonly linked: boolean
  readonly gatewayMessageAt: Date | null
  readonly gatewaySilent: boolean
  readonly gatewayBackAt: Date | null
}

/**
 * Returns devices that the sweep at `now` may change, in ascending id: silent ones, those with an open door, and those no longer monitored
 * that have an open malfunction. `ids` reads only these and locks their states.
 */
export async function readQuietDevices(
  trx: Knex,
  now: Date,
  where: { after: number; limit: number } | { ids: readonly number[] },
): Promise<QuietDevice[]> {
  const one = 'ids' in where
  const rows = await many<Row>(
    trx,
    `SELECT d.id, s.last_message_at AS "lastMessageAt", s.reachable,
       CASE WHEN s.door_state = 'open' THEN coalesce(s.last_state_change, s.door_at) END AS "doorOpenSince",
       greatest(CASE WHEN s.requested = 'open' THEN s.requested_at END, CASE WHEN s.confirmed = 'open' THEN s.confirmed_at END) AS "openRequestedAt",
       array(SELECT kind FROM malfunctions m WHERE m.device_id = d.id AND m.closed_at IS NULL AND m.right_since IS NULL) AS open,
       array(SELECT kind FROM malfunctions m WHERE m.device_id = d.id AND m.closed_at IS NULL AND m.right_since IS NOT NULL) AS held,
       d.gateway_id AS "gatewayId", g.linked, g.last_message_at AS "gatewayMessageAt",
       EXISTS (SELECT FROM malfunctions m WHERE m.gateway_id = g.id AND m.device_id IS NULL AND m.kind = 'gateway-silent' AND m.closed_at IS NULL AND m.right_since IS NULL) AS "gatewaySilent",
       (SELECT max(coalesce(m.closed_at, m.right_since)) FROM malfunctions m WHERE m.gateway_id = g.id AND m.device_id IS NULL AND m.kind = 'gateway-silent') AS "gatewayBackAt",
       ${settingsColumns}
     FROM device_states s JOIN devices d ON d.id = s.device_id JOIN gateways g ON g.id = d.gateway_id JOIN sites site ON site.id = d.site_id
     JOIN device_types t ON t.id = d.device_type_id
     WHERE s.last_message_at IS NOT NULL AND ${one ? 's.device_id = ANY (?)' : `s.device_id > ? AND (${interesting})`}
     ORDER BY s.device_id ${one ? 'FOR NO KEY UPDATE OF s' : 'LIMIT ?'}`,
    one ? [[...where.ids]] : [where.after, now, now, where.limit],
  )
  return rows.map(({ gatewayId, linked, gatewayMessageAt, gatewaySilent, gatewayBackAt, ...row }) => ({
    ...row,
    lastMessageAt: row.lastMessageAt.getTime(),
    doorOpenSince: ms(row.doorOpenSince),
    openRequestedAt: ms(row.openRequestedAt),
    open: new Set(row.open),
    held: new Set(row.held),
    gateway: {
      id: gatewayId,
      linked,
      lastMessageAt: ms(gatewayMessageAt),
      silent: gatewaySilent,
      backAt: ms(gatewayBackAt),
    },
  }))
}

const ms = (time: Date | null): number | null => time && time.getTime()

/** A cheap superset of the affected devices, so that most are not even read. */
const interesting = `
  (d.retired_at IS NULL AND s.last_message_at < ?::timestamptz - make_interval(secs => 3 * t.report_interval_s)
    AND (s.reachable OR ${monitoredSql} AND NOT EXISTS (SELECT FROM malfunctions m
      WHERE m.closed_at IS NULL AND m.right_since IS NULL AND (m.device_id = d.id AND m.kind = 'unreachable' OR m.gateway_id = g.id AND m.device_id IS NULL AND m.kind = 'gateway-silent'))))
  OR (s.door_state = 'open' AND d.auto_close AND s.last_state_change < ?::timestamptz - make_interval(secs => d.auto_close_gatetime_s) AND ${monitoredSql})
  OR (NOT ${monitoredSql} AND EXISTS (SELECT FROM malfunctions m WHERE m.device_id = d.id AND m.closed_at IS NULL))`
