import type { Knex } from 'knex'
import { prepared } from '../../db/sql.ts'
import { causeSql } from './causes.ts'
import type { MalfunctionKind } from './kinds.ts'
import { comingBack, heldOpen, steadyMinutes, unsteadyReturns } from './steady.ts'

export type Detail = Record<string, string | number>
/** A malfunction to open, of a device or of a gateway as a whole. `at` = when it began. */
export interface Opening {
  readonly kind: MalfunctionKind
  readonly deviceId?: number
  readonly gatewayId?: number
  readonly reservationId?: number
  readonly at: Date
  readonly detail?: Detail
}
/** A malfunction that ends at `at`. */
export type Closing = Pick<Opening, 'kind' | 'deviceId' | 'gatewayId' | 'at'>

const warnings: ReadonlySet<MalfunctionKind> = new Set([
  'sensor-dirty',
  'low-voltage',
  'access-guessing',
  'occupied-unbooked',
  'sensor-doubtful',
  'overstay',
])

/** SQL: `m` is of the same device, or the same gateway as a whole, as `w`. */
const same =
  'm.kind = w.kind AND (m.device_id = w.device_id OR w.device_id IS NULL AND m.device_id IS NULL AND m.gateway_id = w.gateway_id)'
const quoted = (kinds: readonly MalfunctionKind[]) => kinds.map((kind) => `'${kind}'`).join(', ')

/**
 * Opens malfunctions. Returns the ids of those that were not open yet. Ignores what is not monitored or already open. A malfunction
 * that ended less than ten minutes ago is reopened (M-9). Its cause and the reservations that it affects are stored at once.
 * The caller holds the locks of the devices and publishes malfunctionChanges.
 */
export async function openMalfunctions(trx: Knex.Transaction, openings: readonly Opening[]): Promise<number[]> {
  if (openings.length === 0) return []
  const rows = openings.map((opening) => ({ ...opening, severity: warnings.has(opening.kind) ? 'warning' : 'error' }))
  const opened = await prepared<{ id: number }>(
    trx,
    `WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now), wanted AS MATERIALIZED (
       SELECT DISTINCT ON (w."deviceId", g.id, w.kind) w.kind, w.severity, w."deviceId" AS device_id, g.id AS gateway_id,
         coalesce(d.site_id, g.site_id) AS site_id, w."reservationId" AS reservation_id, w.at, coalesce(w.detail, '{}') AS detail
       FROM jsonb_to_recordset(?::jsonb) AS w (kind text, severity text, "deviceId" integer, "gatewayId" integer, "reservationId" integer, at timestamptz, detail jsonb)
       LEFT JOIN devices d ON d.id = w."deviceId"
       JOIN gateways g ON g.id = coalesce(d.gateway_id, w."gatewayId")
       LEFT JOIN sites s ON s.id = coalesce(d.site_id, g.site_id)
       WHERE (w."deviceId" IS NULL OR d.retired_at IS NULL AND d.monitoring AND d.maintenance_state = 'Delivery')
         AND g.monitoring AND g.maintenance_state = 'Delivery' AND coalesce(s.monitoring, true)
       ORDER BY w."deviceId", g.id, w.kind, w.at
     ), judged AS MATERIALIZED (
       SELECT w.*, i.affected, i.affected_first, i.behind, ${causeSql('w')} AS cause_id, known.id AS known_id
       FROM wanted w CROSS JOIN clock
       CROSS JOIN LATERAL malfunction_impact(w.kind, w.device_id, w.gateway_id, w.reservation_id, clock.now) i
       LEFT JOIN LATERAL (
         SELECT m.id FROM malfunctions m WHERE ${same} AND (m.closed_at IS NULL
           OR w.kind IN (${quoted(comingBack)}) AND m.changed_at > clock.now - interval '${steadyMinutes} minutes' AND m.reservation_id IS NOT DISTINCT FROM w.reservation_id)
         ORDER BY m.closed_at IS NULL DESC, m.changed_at DESC LIMIT 1) AS known ON true
     ), locked AS (
       SELECT m.id, m.closed_at IS NOT NULL AS over FROM malfunctions m JOIN judged w ON w.known_id = m.id
       WHERE m.closed_at IS NOT NULL OR m.right_since IS NOT NULL ORDER BY m.id FOR NO KEY UPDATE OF m
     ), returned AS (
       UPDATE malfunctions m SET closed_at = NULL, right_since = NULL, changed_at = clock.now, returned = m.returned + 1,
         unsteady = m.kind IN (${quoted(heldOpen)}) AND (NOT l.over OR ${unsteadyReturns - 1} <= (SELECT count(*) FROM malfunction_history h
           WHERE h.malfunction_id = m.id AND h.type = 'returned' AND h.at > clock.now - interval '1 hour')),
         severity = w.severity, detail = w.detail, site_id = w.site_id, gateway_id = w.gateway_id, cause_id = w.cause_id, affected = w.affected, affected_first = w.affected_first, behind = w.behind,
         version = nextval('change_version')
       FROM locked l JOIN judged w ON w.known_id = l.id CROSS JOIN clock WHERE m.id = l.id RETURNING m.id, l.over
     ), opened AS (
       INSERT INTO malfunctions (kind, severity, device_id, gateway_id, site_id, reservation_id, opened_at, detail, changed_at, cause_id, affected, affected_first, behind, version)
       SELECT kind, severity, device_id, gateway_id, site_id, reservation_id, at, detail, clock.now, cause_id, affected, affected_first, behind, nextval('change_version')
       FROM judged CROSS JOIN clock WHERE known_id IS NULL
       ON CONFLICT DO NOTHING RETURNING id, opened_at
     ), noted AS (
       INSERT INTO malfunction_history (malfunction_id, type, at) SELECT id, 'opened', opened_at FROM opened
       UNION ALL SELECT returned.id, 'returned', clock.now FROM returned CROSS JOIN clock WHERE returned.over
     )
     SELECT id FROM opened UNION ALL SELECT id FROM returned ORDER BY id`,
    [JSON.stringify(rows)],
  )
  return opened.map(({ id }) => id)
}

/** Opens one malfunction. Returns null when it is open already or not monitored. */
export async function openMalfunction(trx: Knex.Transaction, opening: Opening): Promise<number | null> {
  return (await openMalfunctions(trx, [opening]))[0] ?? null
}

/**
 * Closes the open malfunctions of these kinds. Returns the ids of those that changed, ascending. An unsteady one of something monitored is
 * only marked as over: it closes once that has lasted (M-9, refresh.ts).
 */
export async function closeMalfunctions(trx: Knex.Transaction, closings: readonly Closing[]): Promise<number[]> {
  if (closings.length === 0) return []
  const changed = await prepared<{ id: number }>(
    trx,
    `WITH clock AS MATERIALIZED (SELECT clock_timestamp() AS now), w AS (
       SELECT kind, "deviceId" AS device_id, "gatewayId" AS gateway_id, at
       FROM jsonb_to_recordset(?::jsonb) AS e (kind text, "deviceId" integer, "gatewayId" integer, at timestamptz)
     ), locked AS (
       SELECT m.id, m.device_id, m.gateway_id, m.site_id, m.right_since, m.unsteady, w.at FROM malfunctions m JOIN w ON ${same} WHERE m.closed_at IS NULL ORDER BY m.id FOR NO KEY UPDATE OF m
     ), judged AS (
       SELECT l.id, l.at, l.right_since, l.unsteady AND coalesce(d.retired_at IS NULL AND d.monitoring AND d.maintenance_state = 'Delivery', true)
         AND g.monitoring AND g.maintenance_state = 'Delivery' AND coalesce(s.monitoring, true) AS held
       FROM locked l LEFT JOIN devices d ON d.id = l.device_id
       LEFT JOIN gateways g ON g.id = coalesce(d.gateway_id, l.gateway_id) LEFT JOIN sites s ON s.id = l.site_id
     ), changed AS (
       UPDATE malfunctions m SET closed_at = CASE WHEN NOT j.held THEN greatest(j.at, m.opened_at) END, right_since = CASE WHEN j.held THEN clock.now END,
         changed_at = clock.now, affected = 0, affected_first = NULL, cause_id = NULL, unsteady = j.held, version = nextval('change_version')
       FROM judged j CROSS JOIN clock
       WHERE m.id = j.id AND m.closed_at IS NULL AND NOT (j.held AND j.right_since IS NOT NULL) RETURNING m.id, m.closed_at
     ), noted AS (
       INSERT INTO malfunction_history (malfunction_id, type, at) SELECT id, 'closed', closed_at FROM changed WHERE closed_at IS NOT NULL
     )
     SELECT id FROM changed ORDER BY id`,
    [JSON.stringify(closings)],
  )
  return changed.map(({ id }) => id)
}
