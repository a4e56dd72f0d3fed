import type { Knex } from 'knex'
import type { PlaceView } from '../../contract/reservations/book.ts'
import type { BookedDevice } from '../../contract/reservations/view.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import { readTypes } from './type-names.ts'

interface Row extends Omit<BookedDevice, 'type' | 'access'> {
  readonly typeId: number
  readonly access: string[] | null
  readonly position: PlaceView['position']
}
type Shown = Pick<PlaceView, 'device' | 'position'>

/** Reads the displayed details of a site's devices, by id: names, access methods and positions on the plan. */
export async function readShown(trx: Knex.Transaction, siteId: number): Promise<Map<number, Shown>> {
  const [[found], types] = await pipelined([prepared<{ devices: Row[] }>(trx, devicesSql, { siteId }), readTypes(trx)])
  const shown = new Map<number, Shown>()
  for (const { typeId, access, position, ...device } of found?.devices ?? []) {
    const type = types.get(typeId)
    // Changed and deleted between the two statements: the next read shows it.
    if (type) shown.set(device.id, { device: { ...device, type, access: access ?? [] }, position })
  }
  return shown
}

/**
 * Access methods of all devices at once, because a lookup per device takes most of the time. One row is read much
 * faster than fifty.
 */
const devicesSql = `select coalesce(json_agg(shown), '[]') as devices from (
  select d.id, d.name, d.device_type_id as "typeId", d.path_number as "pathNumber", d.path_name as "pathName",
    d.path_icon as "pathIcon", d.sequence_number as "sequenceNumber", ways.access,
    case when num_nulls(d.upper_left_x_mm, d.upper_left_y_mm, d.width_mm, d.height_mm) = 0 then
      json_build_object('x', d.upper_left_x_mm, 'y', d.upper_left_y_mm, 'width', d.width_mm, 'height', d.height_mm) end as position
  from devices d
  left join (
    select l.device_id, array_agg(distinct attribute order by attribute) as access
    from devices o join device_method_links l on l.device_id = o.id join device_access_methods m on m.id = l.access_method_id
      cross join unnest(m.attributes) as attribute
    where o.site_id = :siteId group by l.device_id) ways on ways.device_id = d.id
  where d.site_id = :siteId and d.retired_at is null) as shown`
