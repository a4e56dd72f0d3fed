import type { Knex } from 'knex'
import { monitoredSql, settingsOf } from '../ingest/ingest-registry.ts'
import type { MalfunctionKind } from '../malfunctions/kinds.ts'
import type { DeviceSettings } from '../malfunctions/rules.ts'

/** What the sweep must know of a device. Times in ms. */
export interface QuietDevice extends DeviceSettings {
  readonly id: number
  readonly lastMessageAt: number
  readonly reachable: boolean
  readonly doorOpenSince: number | null
  readonly openWishedAt: number | null
  /** What is wrong with it now, and what is held open although it is right at the moment (M-9). */
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

type Row = Parameters<typeof settingsOf>[0] & {
  id: number
  last_message_at: Date
  reachable: boolean
  door_open_since: Date | null
  open_wished_at: Date | null
  open: MalfunctionKind[]
  held: MalfunctionKind[]
  gateway_id: number
  linked: boolean
  gateway_message_at: Date | null
  gateway_silent: boolean
  gateway_back_at: Date | null
}

/**
 * Devices of which silence or time may have to say something at `now`, in ascending id: silent ones, those with an open door, and those
 * with an open malfunction that are not monitored any more. With `ids` only these, and their states are locked.
 */
export async function readQuietDevices(
  trx: Knex,
  now: Date,
  where: { after: number; limit: number } | { ids: readonly number[] },
): Promise<QuietDevice[]> {
  const one = 'ids' in where
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `SELECT d.id, s.last_message_at, s.reachable,
       CASE WHEN s.door_state = 'open' THEN coalesce(s.last_state_change, s.door_at) END AS door_open_since,
       greatest(CASE WHEN s.wished = 'open' THEN s.wished_at END, CASE WHEN s.confirmed = 'open' THEN s.confirmed_at END) AS open_wished_at,
       array(SELECT kind FROM malfunctions m WHERE m.device_id = d.id AND m.closed_at IS NULL AND m.right_since IS NULL) AS open,
       array(SELECT kind FROM malfunctions m WHERE m.device_id = d.id AND m.closed_at IS NULL AND m.right_since IS NOT NULL) AS held,
       d.gateway_id, g.linked, g.last_message_at AS gateway_message_at,
       EXISTS (SELECT FROM malfunctions m WHERE m.gateway_id = g.id AND m.device_id IS NULL AND m.kind = 'gateway-silent' AND m.closed_at IS NULL AND m.right_since IS NULL) AS gateway_silent,
       (SELECT max(coalesce(m.closed_at, m.right_since)) FROM malfunctions m WHERE m.gateway_id = g.id AND m.device_id IS NULL AND m.kind = 'gateway-silent') AS gateway_back_at,
       t.report_interval_s, t.low_voltage, d.auto_close, d.auto_close_gatetime_s, d.auto_close_unused_gatetime_s, ${monitoredSql} AS monitored
     FROM device_states s JOIN devices d ON d.id = s.device_id JOIN gateways g ON g.id = d.gateway_id JOIN sites site ON site.id = d.site_id
     JOIN device_types t ON t.id = d.device_type_id
     WHERE s.last_message_at IS NOT NULL AND ${one ? 's.device_id = ANY (?)' : `s.device_id > ? AND (${interesting})`}
     ORDER BY s.device_id ${one ? 'FOR NO KEY UPDATE OF s' : 'LIMIT ?'}`,
    one ? [[...where.ids]] : [where.after, now, now, where.limit],
  )
  return rows.map((row) => ({
    id: row.id,
    ...settingsOf(row),
    lastMessageAt: row.last_message_at.getTime(),
    reachable: row.reachable,
    doorOpenSince: ms(row.door_open_since),
    openWishedAt: ms(row.open_wished_at),
    open: new Set(row.open),
    held: new Set(row.held),
    gateway: {
      id: row.gateway_id,
      linked: row.linked,
      lastMessageAt: ms(row.gateway_message_at),
      silent: row.gateway_silent,
      backAt: ms(row.gateway_back_at),
    },
  }))
}

/** A cheap superset of what the rules say something about, so that most devices are not even read. */
const interesting = `
  (d.retired_at IS NULL AND s.last_message_at < ?::timestamptz - make_interval(secs => 3 * t.report_interval_s)
    AND (s.reachable OR ${monitoredSql} AND NOT EXISTS (SELECT FROM malfunctions m
      WHERE m.closed_at IS NULL AND m.right_since IS NULL AND (m.device_id = d.id AND m.kind = 'unreachable' OR m.gateway_id = g.id AND m.device_id IS NULL AND m.kind = 'gateway-silent'))))
  OR (s.door_state = 'open' AND d.auto_close AND s.last_state_change < ?::timestamptz - make_interval(secs => d.auto_close_gatetime_s) AND ${monitoredSql})
  OR (NOT ${monitoredSql} AND EXISTS (SELECT FROM malfunctions m WHERE m.device_id = d.id AND m.closed_at IS NULL))`

function ms(time: Date | null): number | null {
  return time === null ? null : time.getTime()
}
