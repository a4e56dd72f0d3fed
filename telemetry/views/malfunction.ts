import type { Knex } from 'knex'
import type { MalfunctionView } from '../../contract/devices.ts'
import { rooms } from '../../contract/rooms.ts'
import { displayNames, type Translations } from './names.ts'
import { iso, type RoomChange, type Scope, siteRooms, siteScope } from './scope.ts'

/** Which malfunctions: by id (closed ones too, with view null), or the open ones of a device, of sites, of zones, or all open ones. */
export type MalfunctionScope = Scope & { readonly ids?: readonly number[]; readonly deviceId?: number }

const siteOf = 'coalesce(m.site_id, d.site_id, g.site_id)'

/** Views of malfunctions with version and rooms, oldest first. */
export async function malfunctionViews(trx: Knex, where: MalfunctionScope): Promise<RoomChange<MalfunctionView>[]> {
  const scope = condition(where)
  const { rows } = await trx.raw<{ rows: MalfunctionRow[] }>(
    `SELECT m.id, m.version, m.kind, m.severity, m.device_id, d.name AS device_name, t.display_name AS device_type, t.translations,
       g.id AS gateway_id, g.name AS gateway_name, g.last_message_at, site.id AS site_id, site.name AS site_name, site.time_zone,
       array(SELECT zone_id FROM site_zones WHERE site_id = site.id ORDER BY zone_id) AS zone_ids,
       array(SELECT z.name FROM site_zones sz JOIN zones z ON z.id = sz.zone_id WHERE sz.site_id = site.id ORDER BY z.id) AS zone_names,
       m.opened_at, m.closed_at, m.acknowledged_at, coalesce(nullif(u.full_name, ''), u.username) AS acknowledged_by, m.detail
     FROM malfunctions m
     LEFT JOIN devices d ON d.id = m.device_id
     LEFT JOIN device_types t ON t.id = d.device_type_id
     JOIN gateways g ON g.id = coalesce(m.gateway_id, d.gateway_id)
     JOIN sites site ON site.id = ${siteOf}
     LEFT JOIN users u ON u.id = m.acknowledged_by
     WHERE ${scope.sql}
     ORDER BY m.opened_at, m.id`,
    scope.bindings,
  )
  return rows.map((row) => ({
    kind: 'malfunction',
    id: row.id,
    version: row.version,
    view: row.closed_at === null ? view(row) : null,
    rooms: [...siteRooms(row.site_id, row.zone_ids), ...(row.device_id === null ? [] : [rooms.device(row.device_id)])],
  }))
}

/** The present views of these malfunctions, as changes for their rooms; a closed one has the view null. */
export async function malfunctionChanges(trx: Knex, ids: readonly number[]): Promise<RoomChange<MalfunctionView>[]> {
  return ids.length === 0 ? [] : malfunctionViews(trx, { ids })
}

function condition(where: MalfunctionScope): { sql: string; bindings: (number[] | number)[] } {
  if (where.ids) return { sql: 'm.id = ANY (?)', bindings: [[...where.ids]] }
  if (where.deviceId !== undefined)
    return { sql: 'm.closed_at IS NULL AND m.device_id = ?', bindings: [where.deviceId] }
  const { sql, bindings } = siteScope(where, siteOf)
  return { sql: `m.closed_at IS NULL AND ${sql}`, bindings }
}

interface MalfunctionRow {
  id: number
  version: number
  kind: MalfunctionView['kind']
  severity: MalfunctionView['severity']
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
  detail: MalfunctionView['detail']
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
  }
}
