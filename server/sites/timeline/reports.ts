import type { Knex } from 'knex'
import { maxTimelineEvents, type TimelineEvent } from '../../../contract/sites/timeline.ts'
import { many } from '../../../db/sql.ts'
import { type DeviceStatus, type DoorState, deviceStatuses } from '../../../machines/device.ts'
import { bindingsOf, type Piece, sqlMs, type Told } from './piece.ts'

type Report = Extract<TimelineEvent, { kind: 'report' }>
interface Row {
  id: number
  ms: number
  status: DeviceStatus
  door: DoorState | null
  late: number
}
/** How far back to look for the start of a device's initial state, ms. */
const lookBackMs = 86_400_000
/** Seconds after which a report counts as late. */
const lateFromS = 60

/** Reports of devices by their own time (rules TM-1 to TM-3): only where status or door changed. */
export async function readReports(trx: Knex, piece: Piece): Promise<Told> {
  const standing = await readStanding(trx, piece)
  const rows = await readChanges(trx, piece)
  const last = rows.at(-1)
  const full = rows.length >= maxTimelineEvents && last !== undefined
  return { standing, events: changesOf(standing, rows), coveredUntil: full ? last.ms : piece.until }
}

/** Returns reports that may change something, by time: all with an equal time, and their successors; `changesOf` decides which count. */
async function readChanges(trx: Knex, piece: Piece): Promise<Row[]> {
  return many<Row>(
    trx,
    `SELECT d.id, ${sqlMs('r.at')} AS ms, r.status, r.door_state AS door, extract(epoch from r.received_at - r.at)::float8 AS late
     FROM unnest(cast(:ids AS int[])) AS d (id) CROSS JOIN LATERAL (
       SELECT at, status, door_state, received_at, lag(status) OVER w AS was, lag(door_state) OVER w AS door_was, lag(at) OVER w AS earlier,
         lag(at, 2) OVER w AS earliest, lead(at) OVER w AS later
       FROM device_reports WHERE device_id = d.id AND at >= :after AND at < :before WINDOW w AS (ORDER BY at)) r
     WHERE r.was IS NULL OR r.status <> r.was OR (r.door_state IS NOT NULL AND r.door_state IS DISTINCT FROM r.door_was)
       OR r.at = r.earlier OR r.at = r.later OR r.earlier = r.earliest
     ORDER BY ms FETCH FIRST :most ROWS WITH TIES`,
    { ...bindingsOf(piece), most: maxTimelineEvents },
  )
}

/** The last report at the beginning, and since when its value held: looked up within the day before, else only known to be older. */
async function readStanding(trx: Knex, { deviceIds, from }: Piece): Promise<Report[]> {
  const rows = await many<Row & { since: number | null; oldest: number | null }>(
    trx,
    `SELECT d.id, ${sqlMs('r.at')} AS ms, r.status, door.state AS door, extract(epoch from r.received_at - r.at)::float8 AS late,
       ${sqlMs('changed.since')} AS since, ${sqlMs('oldest.at')} AS oldest
     FROM unnest(cast(:ids AS int[])) AS d (id)
     CROSS JOIN LATERAL (
       SELECT at, status, received_at FROM device_reports WHERE device_id = d.id AND at < :before
       ORDER BY at DESC, array_position(cast(:statuses AS text[]), status) DESC LIMIT 1) r
     LEFT JOIN LATERAL (
       SELECT door_state AS state FROM device_reports
       WHERE device_id = d.id AND at < :before AND door_state IS NOT NULL
         AND (SELECT s.door_at IS NOT NULL FROM device_states s WHERE s.device_id = d.id)
       ORDER BY at DESC, door_state DESC LIMIT 1) door ON true
     LEFT JOIN LATERAL (
       SELECT at FROM device_reports WHERE device_id = d.id AND at < :before AND at >= :early
         AND (status <> r.status OR door_state <> door.state)
       ORDER BY at DESC LIMIT 1) other ON true
     LEFT JOIN LATERAL (
       SELECT coalesce(min(at), other.at) AS since FROM device_reports
       WHERE other.at IS NOT NULL AND device_id = d.id AND at > other.at AND at < :before) changed ON true
     LEFT JOIN LATERAL (
       SELECT min(at) AS at FROM device_reports WHERE device_id = d.id AND at >= :early AND at < :before) oldest ON true`,
    {
      ids: [...deviceIds],
      before: new Date(from + 1),
      early: new Date(from - lookBackMs),
      statuses: [...deviceStatuses],
    },
  )
  return rows.map((row) =>
    row.since === null
      ? { ...reportOf({ ...row, ms: row.oldest ?? row.ms, late: 0 }, row.door), already: true }
      : reportOf({ ...row, ms: row.since, late: row.since === row.ms ? row.late : 0 }, row.door),
  )
}

/** Folds rows as the device's state was folded (rules T-1, T-2): at equal times the status and door of the higher rank count. */
function changesOf(standing: readonly Report[], rows: readonly Row[]): Report[] {
  const now = new Map(standing.map((report) => [report.deviceId, report]))
  const events: Report[] = []
  for (let index = 0; index < rows.length; ) {
    const moment = rows[index]?.ms
    const said = new Map<number, Row[]>()
    for (; rows[index]?.ms === moment; index += 1) {
      const row = rows[index]
      if (row) said.set(row.id, [...(said.get(row.id) ?? []), row])
    }
    for (const [id, together] of said) {
      const before = now.get(id)
      const told = together.reduce((a, b) => (rank(b.status) >= rank(a.status) ? b : a))
      const doors = together.map(({ door }) => door)
      const door = doors.includes('open') ? 'open' : doors.includes('closed') ? 'closed' : (before?.door ?? null)
      if (before && before.status === told.status && before.door === door) continue
      const report = reportOf(told, door)
      now.set(id, report)
      events.push(report)
    }
  }
  return events
}

const rank = (status: DeviceStatus): number => deviceStatuses.indexOf(status)

function reportOf({ id, ms, status, late }: Row, door: DoorState | null): Report {
  const lateS = late > lateFromS ? { lateS: Math.round(late) } : {}
  return { kind: 'report', at: ms, deviceId: id, status, door, ...lateS }
}
