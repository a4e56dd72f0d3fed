import type { Operators } from './operators.ts'

/** Switches the plan of the own site on: 24 by 16 metres, north up, nothing placed yet. */
export async function drawSite(on: Operators): Promise<void> {
  const { knex } = on.db
  const [location] = (await knex('locations')
    .insert({
      address: 'Ring 1',
      city: 'Dresden',
      length_mm: 24_000,
      width_mm: 16_000,
      upper_left_latitude: 51.0001,
      upper_left_longitude: 13,
      lower_left_latitude: 51,
      lower_left_longitude: 13,
    })
    .returning('id')) as { id: number }[]
  await knex('sites')
    .where({ id: on.world.own.siteId })
    .update({ visualization_enabled: true, location_id: location?.id })
}

/** Where the devices of the own site stand, by id: x and y in mm, turn in degrees; null = nowhere. */
export async function placesIn(on: Operators): Promise<Map<number, [x: number, y: number, turn: number] | null>> {
  const rows = (await on.db
    .knex('devices')
    .where({ site_id: on.world.own.siteId })
    .select('id', 'upper_left_x_mm as x', 'upper_left_y_mm as y', 'rotation_deg as turn')) as {
    id: number
    x: number | null
    y: number | null
    turn: number
  }[]
  return new Map(rows.map(({ id, x, y, turn }) => [id, x === null || y === null ? null : [x, y, turn]]))
}
