import { commandLog } from '../../../contract/control.ts'
import { publish } from '../../../db/outbox.ts'
import { insert } from '../../../db/testing/fixtures.ts'
import { deviceCommandChanges } from '../../../telemetry/views/device-command.ts'
import type { ListLaw } from '../../laws/testing/list-law.ts'
import { pushedRow } from '../../laws/testing/pushed-row.ts'

let planted = 0

/** Commands are found by the name of their device. */
export const commandLogLaw: ListLaw = {
  def: commandLog,
  scoped: true,
  async plant(knex, world, side, name) {
    planted += 1
    const { siteId, gateway } = world[side]
    const deviceId = await insert(knex, 'devices', {
      name,
      hardware_id: `law-${planted}`,
      gateway_id: gateway.id,
      site_id: siteId,
      device_type_id: gateway.devices[0]?.typeId,
    })
    const letters = String(planted + 1_000).replaceAll(/[01]/g, (digit) => 'AB'[Number(digit)] ?? '')
    const [command] = (await knex('device_commands')
      .insert({
        device_id: deviceId,
        gateway_id: gateway.id,
        action: 'open',
        allowed_by: 'operator',
        support_code: `HF-LAWS-${letters}`,
        // Several have the same time.
        issued_at: new Date(1_790_000_000_000),
        deadline: new Date(1_790_000_015_000),
        settled_at: new Date(1_790_000_005_000),
        state: 'confirmed',
      })
      .returning('id')) as { id: string }[]
    return command?.id ?? ''
  },
  pushed: async (knex, id, listed) => ({
    ...(listed as object),
    ...(await pushedRow(knex, 'deviceCommand', id, async (trx) =>
      publish(trx, await deviceCommandChanges(trx, [String(id)])),
    )),
  }),
}
