import type { Knex } from 'knex'
import type { PlaceView } from '../../contract/booking.ts'
import type { BookedDevice } from '../../contract/reservation-view.ts'
import { prepared } from '../../db/sql.ts'
import { pipelined } from '../../db/transaction.ts'
import { readTypes } from './type-names.ts'

interface Row extends Omit<BookedDevice, 'type' | 'access'> {
  readonly typeId: number
  readonly access: string[] | null
  readonly x: number | null
  readonly y: number | null
  readonly width: number | null
  readonly height: number | null
}
type Shown = Pick<PlaceView, 'device' | 'position'>

/** What is shown of the devices of a site, by id: names, ways of access and where they stand on the plan. */
export async function readShown(trx: Knex.Transaction, siteId: number): Promise<Map<number, Shown>> {
  const [[found], types] = await pipelined([prepared<{ devices: Row[] }>(trx, devicesSql, { siteId }), readTypes(trx)])
  const shown = new Map<number, Shown>()
  for (const { typeId, access, x, y, width, height, ...device } of found?.devices ?? []) {
    const type = types.get(typeId)
    // Changed and deleted between the two statements: the next look shows it.
    if (!type) continue
    const placed = x !== null && y !== null && width !== null && height !== null
    shown.set(device.id, {
      device: { ...device, type, access: access ?? [] },
      position: placed ? { x, y, width, height } : null,
    })
  }
  return shown
}

/** The ways of access of all devices at once: to look them up by device takes most of the time. In one row, which is read much faster than fifty. */
const devicesSql = `select coalesce(json_agg(shown), '[]') as devices from (
  select d.id, d.name, d.device_type_id as "typeId", d.path_number as "pathNumber", d.path_name as "pathName",
    d.path_icon as "pathIcon", d.sequence_number as "sequenceNumber", d.upper_left_x_mm as x, d.upper_left_y_mm as y, d.width_mm as width,
    d.height_mm as height, ways.access
  from devices d
  left join (
    select l.device_id, array_agg(distinct attribute order by attribute) as access
    from devices o join device_method_links l on l.device_id = o.id join device_access_methods m on m.id = l.access_method_id
      cross join unnest(m.attributes) as attribute
    where o.site_id = :siteId group by l.device_id) ways on ways.device_id = d.id
  where d.site_id = :siteId and d.retired_at is null) as shown`
