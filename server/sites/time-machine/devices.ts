import type { Knex } from 'knex'
import type { PlanDevice } from '../../../contract/plan.ts'
import type { TimelineDevice } from '../../../contract/time-machine.ts'
import { displayNames, type Translations } from '../../../telemetry/views/names.ts'
import { sqlMs } from './piece.ts'

interface Row {
  id: number
  name: string
  hardware_id: string
  type_id: number
  display_name: string
  translations: Translations
  icon: string | null
  gateway_id: number
  gateway: string
  retired: number | null
  x: number | null
  y: number | null
  width: number | null
  height: number | null
  rotation: number
}

/** Devices of the site that were in use after `from`, those taken out of use since too, each with the place where it stands or stood last. */
export async function readTimelineDevices(
  trx: Knex,
  siteId: number,
  from: number,
): Promise<{ device: TimelineDevice; place: PlanDevice['place'] }[]> {
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `SELECT d.id, d.name, d.hardware_id, t.id AS type_id, t.display_name, t.translations, t.icon, g.id AS gateway_id, g.name AS gateway,
       ${sqlMs('d.retired_at')} AS retired, d.upper_left_x_mm AS x, d.upper_left_y_mm AS y, d.width_mm AS width, d.height_mm AS height,
       d.rotation_deg AS rotation
     FROM devices d JOIN device_types t ON t.id = d.device_type_id JOIN gateways g ON g.id = d.gateway_id
     WHERE d.site_id = ? AND (d.retired_at IS NULL OR d.retired_at > ?) ORDER BY d.sequence_number, d.id`,
    [siteId, new Date(from)],
  )
  return rows.map((row) => {
    const { x: xMm, y: yMm, width: widthMm, height: heightMm, rotation: rotationDeg } = row
    return {
      device: {
        id: row.id,
        name: row.name,
        hardwareId: row.hardware_id,
        type: { id: row.type_id, name: row.display_name, names: displayNames(row.translations), icon: row.icon },
        gateway: { id: row.gateway_id, name: row.gateway },
        retiredAt: row.retired,
      },
      place:
        xMm === null || yMm === null || widthMm === null || heightMm === null
          ? null
          : { xMm, yMm, widthMm, heightMm, rotationDeg },
    }
  })
}
