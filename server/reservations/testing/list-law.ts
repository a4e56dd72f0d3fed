import { list } from '../../../contract/reservations.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

let planted = 0

/** Reservations are found by their note. */
export const reservationsLaw: ListLaw = {
  def: list,
  scoped: true,
  plant(knex, world, side, note) {
    planted += 1
    const start = Date.UTC(2026, 0, 1) + planted * 3_600_000
    return insert(knex, 'reservations', {
      site_id: world[side].siteId,
      device_id: world[side].gateway.devices[0]?.id,
      user_id: world.users.visitor.id,
      starts_at: new Date(start),
      ends_at: new Date(start + 3_600_000),
      state: 'RESERVED',
      reserved_at: new Date(start),
      note,
    })
  },
}
