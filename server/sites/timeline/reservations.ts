import type { Knex } from 'knex'
import { many } from '../../../db/sql.ts'
import { bindingsOf, Gathered, type Piece, sqlMs, type Told } from './piece.ts'

interface Row {
  id: number
  head: number
  number: number
  device: number
  begins: number
  starts: number
  ends: number
  over: number
  canceled: boolean
  moves: { at: number; from: number; to: number }[]
}

/** Which device was reserved when (rules TM-5, TM-6): from start or booking to end or cancellation; before a move at the earlier device. */
export async function readReservations(trx: Knex, piece: Piece): Promise<Told> {
  const at = new Set(piece.deviceIds)
  const told = new Gathered(piece)
  for (const row of await readRows(trx, piece))
    for (const { deviceId, from, until, moved, why } of staysOf(row)) {
      if (!at.has(deviceId) || from >= until) continue
      const about = { deviceId, reservationId: row.head, number: row.number }
      const span = { startsAt: row.starts, endsAt: row.ends, ...(moved ? { moved: true as const } : {}) }
      told.addSpan(
        { kind: 'reservation-begins', at: from, ...about, ...span },
        { kind: 'reservation-ends', at: until, ...about, why },
      )
    }
  return told
}

interface Stay {
  readonly deviceId: number
  readonly from: number
  readonly until: number
  readonly moved: boolean
  readonly why: 'over' | 'canceled' | 'moved'
}

/** A reservation at one device after the other. */
function staysOf({ device, begins, over, canceled, moves }: Row): Stay[] {
  const stays: Stay[] = []
  const end = canceled ? 'canceled' : 'over'
  let [from, moved] = [begins, false]
  for (const move of moves) {
    const at = Math.min(Math.max(move.at, begins), over)
    stays.push({ deviceId: move.from, from, until: at, moved, why: at === over ? end : 'moved' })
    // Moved before it began, so it never was anywhere else.
    if (at > begins) moved = true
    from = at
  }
  stays.push({ deviceId: moves.at(-1)?.to ?? device, from, until: over, moved, why: end })
  return stays
}

function readRows(trx: Knex, piece: Piece): Promise<Row[]> {
  return many<Row>(
    trx,
    `SELECT r.id, h.id AS head, h.number, r.device_id AS device, ${sqlMs('greatest(r.starts_at, r.reserved_at)')} AS begins,
       ${sqlMs('r.starts_at')} AS starts, ${sqlMs('r.ends_at')} AS ends,
       ${sqlMs(`CASE WHEN r.state = 'STORNO' THEN least(r.ends_at, r.ended_at) ELSE r.ends_at END`)} AS over,
       r.state = 'STORNO' AND r.ended_at < r.ends_at AS canceled, coalesce(moves.list, '[]') AS moves
     FROM reservations r JOIN reservations h ON h.id = coalesce(r.parent_id, r.id)
     LEFT JOIN LATERAL (
       SELECT jsonb_agg(jsonb_build_object('at', ${sqlMs('m.at')}, 'from', m.data -> 'from', 'to', m.data -> 'to') ORDER BY m.at, m.id) AS list
       FROM reservation_history m WHERE m.reservation_id = r.id AND m.type = 'device-changed') moves ON true
     WHERE r.site_id = :siteId AND r.starts_at < :before AND r.ends_at > :from AND NOT r.shared AND r.state IN ('RESERVED', 'STORNO')`,
    bindingsOf(piece),
  )
}
