import { list } from '../../../contract/devices/admin.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'

let planted = 0

/** Devices are found by their comment. */
export const devicesLaw: ListLaw = {
  def: list,
  scoped: true,
  async plant(knex, world, side, text) {
    const { siteId, gateway } = world[side]
    planted += 1
    return insert(knex, 'devices', {
      name: 'Law',
      hardware_id: `listed-${planted}`,
      gateway_id: gateway.id,
      site_id: siteId,
      device_type_id: gateway.devices[0]?.typeId,
      comment: text,
    })
  },
}
