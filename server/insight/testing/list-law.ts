import { pastMalfunctions } from '../../../contract/insight.ts'
import { publish } from '../../../db/outbox.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import { malfunctionChanges } from '../../../telemetry/views/malfunction.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'
import { pushedRow } from '../../laws/testing/pushed-row.ts'

let planted = 0

/** Past malfunctions are found by the name of their device. */
export const pastMalfunctionsLaw: ListLaw = {
  def: pastMalfunctions,
  scoped: true,
  async plant(knex, world, side, name) {
    planted += 1
    const { siteId, gateway } = world[side]
    const device = {
      name,
      hardware_id: `past-${planted}`,
      gateway_id: gateway.id,
      site_id: siteId,
      device_type_id: gateway.devices[0]?.typeId,
    }
    return insert(knex, 'malfunctions', {
      kind: 'stuck-door',
      severity: 'error',
      device_id: await insert(knex, 'devices', device),
      gateway_id: gateway.id,
      site_id: siteId,
      opened_at: new Date(1_790_000_000_000),
      closed_at: new Date(1_790_000_600_000),
    })
  },
  pushed: (knex, id) =>
    pushedRow(knex, 'incident', id, async (trx) => publish(trx, await malfunctionChanges(trx, [Number(id)]))),
}
