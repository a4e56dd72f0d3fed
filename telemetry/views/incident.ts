import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import type { IncidentEntry, IncidentView } from '../../contract/insight.ts'
import { rooms } from '../../contract/rooms.ts'
import { prepared } from '../../db/sql.ts'
import { iso } from './scope.ts'

/** Returns a malfunction for watchers of it alone: there it stays when closed. */
export function incidentChange(read: { version: number; incident: IncidentView }): RoomChange<'incident'> {
  const { version, incident } = read
  return change('incident', { id: incident.id, version, view: incident, rooms: [rooms.incident(incident.id)] })
}

type EntryRow = Omit<IncidentEntry, 'at'> & { readonly at: Date }

/** Returns the last `last` history entries of each malfunction, oldest first. An entry never changes: its id is its version. */
export async function incidentEntries(
  trx: Knex,
  { ids, last }: { readonly ids: readonly number[]; readonly last: number },
): Promise<RoomChange<'incidentEntry'>[]> {
  const rows = await prepared<EntryRow>(
    trx,
    `SELECT h.id, h.malfunction_id AS "malfunctionId", h.type, h.at, coalesce(nullif(u.full_name, ''), u.username) AS by, h.comment, h.data
     FROM unnest(?::integer[]) AS m (id)
     CROSS JOIN LATERAL (SELECT * FROM malfunction_history WHERE malfunction_id = m.id ORDER BY id DESC LIMIT ?) AS h
     LEFT JOIN users u ON u.id = h.user_id ORDER BY h.id`,
    [[...ids], last],
  )
  return rows.map((row) =>
    change('incidentEntry', {
      id: row.id,
      version: row.id,
      view: { ...row, at: iso(row.at) },
      rooms: [rooms.incident(row.malfunctionId)],
    }),
  )
}
