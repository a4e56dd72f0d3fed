import type { Knex } from 'knex'
import type { MalfunctionView } from '../contract/devices.ts'

export type MalfunctionKind = MalfunctionView['kind']
export type Detail = Record<string, string | number>
/** Something to open: with a device, or with a gateway as a whole. `at` = since when it is wrong. */
export interface Opening {
  readonly kind: MalfunctionKind
  readonly deviceId?: number
  readonly gatewayId?: number
  /** The reservation that it is about. */
  readonly reservationId?: number
  readonly at: Date
  readonly detail?: Detail
}
/** Something that is right again at `at`. */
export interface Closing {
  readonly kind: MalfunctionKind
  readonly deviceId?: number
  readonly gatewayId?: number
  readonly at: Date
}

const warnings: ReadonlySet<MalfunctionKind> = new Set([
  'sensor-dirty',
  'low-voltage',
  'access-guessing',
  'occupied-unbooked',
  'sensor-doubtful',
  'overstay',
])

/**
 * Opens malfunctions and answers the ids of those that were not open yet. What is not monitored opens none; one that is open already
 * stays as it is, whoever else opens it at the same moment. The caller holds the locks of its devices and pushes malfunctionChanges.
 */
export async function openMalfunctions(trx: Knex.Transaction, openings: readonly Opening[]): Promise<number[]> {
  if (openings.length === 0) return []
  const rows = openings.map(({ kind, deviceId, gatewayId, reservationId, at, detail }) => ({
    kind,
    severity: warnings.has(kind) ? 'warning' : 'error',
    device_id: deviceId ?? null,
    gateway_id: gatewayId ?? null,
    reservation_id: reservationId ?? null,
    at,
    detail: detail ?? {},
  }))
  const { rows: opened } = await trx.raw<{ rows: { id: number }[] }>(
    `WITH wanted AS (
       SELECT DISTINCT ON (w.device_id, g.id, w.kind) w.kind, w.severity, w.device_id, g.id AS gateway_id,
         coalesce(d.site_id, g.site_id) AS site_id, w.reservation_id, w.at, w.detail
       FROM jsonb_to_recordset(?::jsonb) AS w (kind text, severity text, device_id integer, gateway_id integer, reservation_id integer, at timestamptz, detail jsonb)
       LEFT JOIN devices d ON d.id = w.device_id
       JOIN gateways g ON g.id = coalesce(d.gateway_id, w.gateway_id)
       LEFT JOIN sites s ON s.id = coalesce(d.site_id, g.site_id)
       WHERE (w.device_id IS NULL OR d.retired_at IS NULL AND d.monitoring AND d.maintenance_state = 'Delivery')
         AND g.monitoring AND g.maintenance_state = 'Delivery' AND coalesce(s.monitoring, true)
       ORDER BY w.device_id, g.id, w.kind, w.at
     ), opened AS (
       INSERT INTO malfunctions (kind, severity, device_id, gateway_id, site_id, reservation_id, opened_at, detail, version)
       SELECT kind, severity, device_id, gateway_id, site_id, reservation_id, at, detail, nextval('change_version') FROM wanted
       ON CONFLICT DO NOTHING RETURNING id, opened_at
     ), noted AS (
       INSERT INTO malfunction_history (malfunction_id, type, at) SELECT id, 'opened', opened_at FROM opened
     )
     SELECT id FROM opened ORDER BY id`,
    [JSON.stringify(rows)],
  )
  return opened.map(({ id }) => id)
}

/** Opens one malfunction, as openMalfunctions does; null when it is open already or not monitored. */
export async function openMalfunction(trx: Knex.Transaction, opening: Opening): Promise<number | null> {
  return (await openMalfunctions(trx, [opening]))[0] ?? null
}

/** Closes the open malfunctions of these kinds and answers their ids, in ascending order; nothing happens where none is open. */
export async function closeMalfunctions(trx: Knex.Transaction, closings: readonly Closing[]): Promise<number[]> {
  if (closings.length === 0) return []
  const rows = closings.map(({ kind, deviceId, gatewayId, at }) => ({
    kind,
    device_id: deviceId ?? null,
    gateway_id: gatewayId ?? null,
    at,
  }))
  const { rows: closed } = await trx.raw<{ rows: { id: number }[] }>(
    `WITH ended AS (
       SELECT * FROM jsonb_to_recordset(?::jsonb) AS e (kind text, device_id integer, gateway_id integer, at timestamptz)
     ), locked AS (
       SELECT m.id, e.at FROM malfunctions m JOIN ended e ON e.kind = m.kind
         AND (e.device_id = m.device_id OR e.device_id IS NULL AND m.device_id IS NULL AND e.gateway_id = m.gateway_id)
       WHERE m.closed_at IS NULL ORDER BY m.id FOR NO KEY UPDATE OF m
     ), closed AS (
       UPDATE malfunctions m SET closed_at = greatest(l.at, m.opened_at), version = nextval('change_version')
       FROM locked l WHERE m.id = l.id AND m.closed_at IS NULL RETURNING m.id, m.closed_at
     ), noted AS (
       INSERT INTO malfunction_history (malfunction_id, type, at) SELECT id, 'closed', closed_at FROM closed
     )
     SELECT id FROM closed ORDER BY id`,
    [JSON.stringify(rows)],
  )
  return closed.map(({ id }) => id)
}
