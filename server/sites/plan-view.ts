import type { Knex } from 'knex'
import { change, type RoomChange } from '../../contract/changes.ts'
import { rooms } from '../../contract/rooms.ts'
import type { PlanView } from '../../contract/sites/plan.ts'
import { one } from '../../db/sql.ts'
import { iso } from '../../telemetry/views/scope.ts'
import { urlOf } from '../media/view.ts'

type Corner = 'upper_left' | 'upper_right' | 'lower_left' | 'lower_right'
type Corners = Record<`${Corner}_${'latitude' | 'longitude'}`, number | null>
interface Row extends Corners {
  name: string
  time_zone: string
  version: number
  length_mm: number | null
  width_mm: number | null
  background_id: string | null
  background_sha256: Buffer | null
  background_width: number | null
  background_height: number | null
  modified_at: Date | null
  modified_by: string | null
  devices: PlanView['devices']
}

/** SQL: where device d stands on the plan, as jsonb; null unless it has all four lengths. */
export const placeSql = `CASE WHEN num_nulls(d.upper_left_x_mm, d.upper_left_y_mm, d.width_mm, d.height_mm) = 0 THEN
  jsonb_build_object('xMm', d.upper_left_x_mm, 'yMm', d.upper_left_y_mm, 'widthMm', d.width_mm, 'heightMm', d.height_mm, 'rotationDeg', d.rotation_deg) END`

/** Reads the plan of a site: size and corners of its location, every device in use, and the background. Sent only to its watchers. */
export async function planChange(trx: Knex, siteId: number): Promise<RoomChange<'plan'>> {
  const row = await one<Row>(
    trx,
    `SELECT s.name, s.time_zone, coalesce(p.version, 0) AS version, l.length_mm, l.width_mm,
       l.upper_left_latitude, l.upper_left_longitude, l.upper_right_latitude, l.upper_right_longitude,
       l.lower_left_latitude, l.lower_left_longitude, l.lower_right_latitude, l.lower_right_longitude,
       m.id AS background_id, m.sha256 AS background_sha256, m.width AS background_width, m.height AS background_height, p.modified_at,
       coalesce(nullif(trim(concat_ws(' ', u.firstname, u.lastname)), ''), u.username) AS modified_by,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name, 'place',
          ${placeSql}) ORDER BY d.sequence_number, d.id), '[]')
        FROM devices d WHERE d.site_id = s.id AND d.retired_at IS NULL) AS devices
     FROM sites s
     LEFT JOIN locations l ON l.id = s.location_id
     LEFT JOIN site_plans p ON p.site_id = s.id
     LEFT JOIN media m ON m.id = p.background_id
     LEFT JOIN users u ON u.id = p.modified_by
     WHERE s.id = ?`,
    [siteId],
  )
  return change('plan', { id: siteId, version: row.version, view: viewOf(siteId, row), rooms: [rooms.site(siteId)] })
}

function viewOf(siteId: number, row: Row): PlanView {
  const corner = (name: Corner) => {
    const [latitude, longitude] = [row[`${name}_latitude`], row[`${name}_longitude`]]
    return latitude === null || longitude === null ? null : { latitude, longitude }
  }
  const { background_id: mediaId, background_sha256: sha256, background_width: width, background_height: height } = row
  return {
    siteId,
    siteName: row.name,
    timeZone: row.time_zone,
    version: row.version,
    lengthMm: row.length_mm,
    widthMm: row.width_mm,
    corners: {
      upperLeft: corner('upper_left'),
      upperRight: corner('upper_right'),
      lowerLeft: corner('lower_left'),
      lowerRight: corner('lower_right'),
    },
    background:
      mediaId && sha256 && width && height ? { mediaId, url: urlOf({ id: mediaId, sha256 }), width, height } : null,
    devices: row.devices,
    modifiedAt: iso(row.modified_at),
    modifiedBy: row.modified_by,
  }
}
