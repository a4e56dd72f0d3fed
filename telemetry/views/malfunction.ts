import type { Knex } from 'knex'
import { change, type RoomChange, type RoomOf } from '../../contract/changes.ts'
import type { MalfunctionView } from '../../contract/devices.ts'
import type { IncidentView } from '../../contract/insight.ts'
import { rooms } from '../../contract/rooms.ts'
import { many, prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import { incidentChange, incidentEntries } from './incident.ts'
import { displayNames, type Translations } from './names.ts'
import { iso, type Scope, siteRooms, siteScope } from './scope.ts'

/** Selects malfunctions by id (closed ones too, with view null), or the open ones of a device, of a scope, or all. */
export type MalfunctionScope = Scope & { readonly ids?: readonly number[]; readonly deviceId?: number }

export const malfunctionSite = 'coalesce(m.site_id, d.site_id, g.site_id)'
const nameOf = (u: string) => `coalesce(nullif(${u}.full_name, ''), ${u}.username)`
/** FROM clause of a malfunction: m = malfunctions, d = its device, g = its gateway, site. */
export const malfunctionTables = `malfunctions m
     LEFT JOIN devices d ON d.id = m.device_id
     JOIN gateways g ON g.id = coalesce(m.gateway_id, d.gateway_id)
     JOIN sites site ON site.id = ${malfunctionSite}`

/** Returns malfunctions with their rooms, open or not. `tail` = condition, order and limit; `ask` = prepared for constant texts. */
export async function readMalfunctions(
  trx: Knex,
  tail: string,
  bindings: Knex.RawBinding[],
  ask = many,
): Promise<ReadMalfunction[]> {
  const found = await ask<MalfunctionRow>(
    trx,
    `SELECT m.id, m.version, m.kind, m.severity, m.device_id, d.name AS device_name, t.display_name AS device_type, t.translations,
       g.id AS gateway_id, g.name AS gateway_name, g.last_message_at, site.id AS site_id, site.name AS site_name, site.time_zone,
       array(SELECT zone_id FROM site_zones WHERE site_id = site.id ORDER BY zone_id) AS zone_ids,
       array(SELECT z.name FROM site_zones sz JOIN zones z ON z.id = sz.zone_id WHERE sz.site_id = site.id ORDER BY z.id) AS zone_names,
       m.opened_at, m.closed_at, m.acknowledged_at, ${nameOf('u')} AS acknowledged_by, m.detail,
       m.assigned_to, ${nameOf('a')} AS assigned_name, m.reservation_id, r.number AS reservation_number,
       m.returned, m.unsteady, m.right_since, m.affected, m.affected_first, m.behind AS folded, m.cause_id AS "causeId", m.comments,
       m.tried, m.tried_action, m.tried_state, m.tried_at
     FROM ${malfunctionTables}
     LEFT JOIN device_types t ON t.id = d.device_type_id
     LEFT JOIN users u ON u.id = m.acknowledged_by
     LEFT JOIN users a ON a.id = m.assigned_to
     LEFT JOIN reservations r ON r.id = m.reservation_id
     ${tail}`,
    bindings,
  )
  return found.map((row) => ({
    version: row.version,
    incident: { ...view(row), closedAt: iso(row.closed_at) },
    rooms: [...siteRooms(row.site_id, row.zone_ids), ...(row.device_id === null ? [] : [rooms.device(row.device_id)])],
  }))
}

export interface ReadMalfunction {
  readonly version: number
  readonly incident: IncidentView
  readonly rooms: RoomOf<'malfunction'>[]
}

/** Returns views of malfunctions, oldest first. */
export async function malfunctionViews(trx: Knex, where: MalfunctionScope): Promise<RoomChange<'malfunction'>[]> {
  const { sql, bindings } = condition(where)
  return (await readMalfunctions(trx, `WHERE ${sql} ORDER BY m.opened_at, m.id`, bindings)).map(changeOf)
}

function changeOf({ version, incident: { closedAt, ...view }, rooms }: ReadMalfunction): RoomChange<'malfunction'> {
  return change('malfunction', { id: view.id, version, view: closedAt === null ? view : null, rooms })
}

/**
 * Returns malfunctions as changes for their rooms (view null when closed), and, for those who look at one alone, the malfunction and its
 * newest history.
 */
export async function malfunctionChanges(
  trx: Knex.Transaction,
  ids: readonly number[],
): Promise<RoomChange<'malfunction' | 'incident' | 'incidentEntry'>[]> {
  if (ids.length === 0) return []
  const [read, entries] = await pipelined([
    readMalfunctions(trx, 'WHERE m.id = ANY (?) ORDER BY m.opened_at, m.id', [[...ids]], prepared),
    incidentEntries(trx, { ids, last: 2 }),
  ])
  return [...read.map(changeOf), ...read.map(incidentChange), ...entries]
}

function condition(where: MalfunctionScope): { sql: string; bindings: (number[] | number)[] } {
  if (where.ids) return { sql: 'm.id = ANY (?)', bindings: [[...where.ids]] }
  if (where.deviceId !== undefined)
    return { sql: 'm.closed_at IS NULL AND m.device_id = ?', bindings: [where.deviceId] }
  const { sql, bindings } = siteScope(where, malfunctionSite)
  return { sql: `m.closed_at IS NULL AND ${sql}`, bindings }
}

type Plain = 'id' | 'kind' | 'severity' | 'detail' | 'returned' | 'unsteady' | 'comments' | 'folded' | 'causeId'
interface MalfunctionRow extends Pick<MalfunctionView, Plain> {
  version: number
  device_id: number | null
  device_name: string
  device_type: string
  translations: Translations | null
  gateway_id: number
  gateway_name: string
  last_message_at: Date | null
  site_id: number
  site_name: string
  time_zone: string
  zone_ids: number[]
  zone_names: string[]
  opened_at: Date
  closed_at: Date | null
  acknowledged_at: Date | null
  acknowledged_by: string | null
  assigned_to: number | null
  assigned_name: string | null
  reservation_id: number | null
  reservation_number: number | null
  right_since: Date | null
  affected: number
  affected_first: Date | null
  tried: number
  tried_action: NonNullable<MalfunctionView['tried']>['lastAction'] | null
  tried_state: NonNullable<MalfunctionView['tried']>['lastState'] | null
  tried_at: Date | null
}

function view(row: MalfunctionRow): MalfunctionView {
  return {
    id: row.id,
    kind: row.kind,
    severity: row.severity,
    device:
      row.device_id === null
        ? null
        : {
            id: row.device_id,
            name: row.device_name,
            type: { name: row.device_type, names: displayNames(row.translations) },
          },
    gateway: { id: row.gateway_id, name: row.gateway_name, lastMessageAt: iso(row.last_message_at) },
    site: { id: row.site_id, name: row.site_name, timeZone: row.time_zone },
    zones: row.zone_ids.map((id, place) => ({ id, name: row.zone_names[place] ?? '' })),
    openedAt: iso(row.opened_at),
    acknowledgedAt: iso(row.acknowledged_at),
    acknowledgedBy: row.acknowledged_by,
    detail: row.detail,
    assignedTo: row.assigned_to === null ? null : { id: row.assigned_to, name: row.assigned_name ?? '' },
    reservation: row.reservation_id === null ? null : { id: row.reservation_id, number: row.reservation_number ?? 0 },
    returned: row.returned,
    unsteady: row.unsteady,
    rightSince: iso(row.right_since),
    affected:
      row.affected > 0 && row.affected_first !== null
        ? { count: row.affected, firstStart: iso(row.affected_first) }
        : null,
    tried:
      row.tried_action === null || row.tried_state === null || row.tried_at === null
        ? null
        : { count: row.tried, lastAction: row.tried_action, lastState: row.tried_state, lastAt: iso(row.tried_at) },
    comments: row.comments,
    folded: row.folded,
    causeId: row.causeId,
  }
}
