import type { Knex } from 'knex'
import type { TimelineEvent } from '../../../contract/sites/timeline.ts'
import { many } from '../../../db/sql.ts'
import { bindingsOf, Gathered, type Piece, sqlMs, type Told } from './piece.ts'

type Opens = Extract<TimelineEvent, { kind: 'malfunction-opens' }>
interface Malfunction extends Pick<Opens, 'malfunctionId' | 'malfunction' | 'severity' | 'deviceId' | 'gateway'> {
  opened: number
  closed: number | null
  /** Gaps of a malfunction that came back: alternating times of closing and returning. */
  turns: { type: 'closed' | 'returned'; at: number }[]
}

/** Malfunctions of the site's devices and gateways, from first detection to resolution (rule TM-8). */
export async function readMalfunctions(trx: Knex, piece: Piece): Promise<Told> {
  const rows = await many<Malfunction>(
    trx,
    `SELECT m.id AS "malfunctionId", m.kind AS malfunction, m.severity, m.device_id AS "deviceId",
       CASE WHEN m.device_id IS NULL THEN g.name END AS gateway, ${sqlMs('m.opened_at')} AS opened, ${sqlMs('m.closed_at')} AS closed,
       coalesce((SELECT jsonb_agg(jsonb_build_object('type', h.type, 'at', ${sqlMs('h.at')}) ORDER BY h.id) FROM malfunction_history h
         WHERE m.returned > 0 AND h.malfunction_id = m.id AND h.type IN ('closed', 'returned')), '[]') AS turns
     FROM malfunctions m LEFT JOIN gateways g ON g.id = m.gateway_id
     WHERE m.site_id = :siteId AND m.opened_at < :before AND (m.closed_at IS NULL OR m.closed_at > :from)
       AND (m.device_id IS NULL OR m.device_id = ANY (:ids))`,
    bindingsOf(piece),
  )
  const told = new Gathered(piece)
  for (const { opened, closed, turns, severity, ...about } of rows)
    for (const wrong of spansOf(opened, closed, turns))
      told.addSpan(
        { kind: 'malfunction-opens', at: wrong.from, ...about, severity },
        wrong.until === null ? null : { kind: 'malfunction-closes', at: wrong.until, ...about },
      )
  return told
}

/** Its active times: a malfunction that comes back is the same row (M-9), but was not active in between. */
function spansOf(opened: number, closed: number | null, turns: Malfunction['turns']) {
  const spans: { from: number; until: number | null }[] = []
  let from: number | null = opened
  for (const { type, at } of turns) {
    if (type === 'returned') from = at
    else if (from !== null) {
      spans.push({ from, until: Math.max(at, from) })
      from = null
    }
  }
  if (from !== null) spans.push({ from, until: closed })
  return spans
}

interface Period {
  periodId: number
  deviceId: number | null
  reason: string
  begins: number
  ends: number | null
  revoked: number | null
}

/** Maintenance of the site, its zones and its devices, until its end or revocation (rule TM-9). */
export async function readMaintenance(trx: Knex, piece: Piece): Promise<Told> {
  const rows = await many<Period>(
    trx,
    `SELECT id AS "periodId", device_id AS "deviceId", reason, ${sqlMs('starts_at')} AS begins, ${sqlMs('ends_at')} AS ends,
       ${sqlMs('revoked_at')} AS revoked
     FROM maintenance_periods
     WHERE (device_id = ANY (:ids) OR site_id = :siteId OR zone_id IN (SELECT zone_id FROM site_zones WHERE site_id = :siteId))
       AND starts_at < :before AND coalesce(ends_at, 'infinity') > :from AND coalesce(revoked_at, 'infinity') > :from`,
    bindingsOf(piece),
  )
  const told = new Gathered(piece)
  for (const { periodId, deviceId, reason, begins, ends, revoked } of rows) {
    const early = revoked !== null && (ends === null || revoked < ends)
    const at = early ? revoked : ends
    // Revoked before it began, so it never was in force.
    if (at !== null && at <= begins) continue
    told.addSpan(
      { kind: 'maintenance-begins', at: begins, deviceId, periodId, reason },
      at === null ? null : { kind: 'maintenance-ends', at, deviceId, periodId, why: early ? 'revoked' : 'over' },
    )
  }
  return told
}
