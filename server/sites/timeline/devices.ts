import type { Knex } from 'knex'
import type { PlanDevice } from '../../../contract/sites/plan.ts'
import type { TimelineDevice } from '../../../contract/sites/timeline.ts'
import { many } from '../../../db/sql.ts'
import { displayNames, type Translations } from '../../../telemetry/views/names.ts'
import { placeSql } from '../plan-view.ts'
import { sqlMs } from './piece.ts'

type Row = Omit<TimelineDevice, 'type'> & {
  type: Omit<TimelineDevice['type'], 'names'>
  translations: Translations
  place: PlanDevice['place']
}

/** Devices in use at the site after `from`, including those removed since, each with its current or last position. */
export async function readTimelineDevices(
  trx: Knex,
  siteId: number,
  from: number,
): Promise<{ device: TimelineDevice; place: PlanDevice['place'] }[]> {
  const rows = await many<Row>(
    trx,
    `SELECT d.id, d.name, d.hardware_id AS "hardwareId", jsonb_build_object('id', t.id, 'name', t.display_name, 'icon', t.icon) AS type,
       t.translations, jsonb_build_object('id', g.id, 'name', g.name) AS gateway, ${sqlMs('d.retired_at')} AS "retiredAt", ${placeSql} AS place
     FROM devices d JOIN device_types t ON t.id = d.device_type_id JOIN gateways g ON g.id = d.gateway_id
     WHERE d.site_id = ? AND (d.retired_at IS NULL OR d.retired_at > ?) ORDER BY d.sequence_number, d.id`,
    [siteId, new Date(from)],
  )
  return rows.map(({ type, translations, place, ...device }) => ({
    device: { ...device, type: { ...type, names: displayNames(translations) } },
    place,
  }))
}
